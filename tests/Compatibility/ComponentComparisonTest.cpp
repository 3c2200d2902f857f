// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Catalogue/ComponentComparison.h"

#include <gmock/gmock.h>

#include "Core/SampleComponents.h"
#include "Sofa/Compatibility/Catalogue/ComparedTypes.h"

namespace sofa::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const auto compared = core::Register("ComparedSample", "Tests", "for tests").add<Sample>().ignores("old", "delete it");

/// What differs from a catalogue with one component.
std::vector<std::string> compare(const std::string& component) {
  std::string problem;
  std::vector<std::string> lines;
  for (const auto& [what, reason] :
       compatibility::compareComponents(R"({"components": [{"module": "Tests", )" + component + "}]}", problem))
    lines.push_back(reason.empty() ? what : what + " | " + reason);
  EXPECT_EQ(problem, "");
  return lines;
}
std::vector<std::string> compareData(const std::string& data) {
  return compare(R"("name": "ComparedSample", "templates": [], "data": [)" + data + "]");
}

TEST(ComponentComparison, NothingDiffers) {
  EXPECT_THAT(compareData(R"({"name": "real", "type": "d", "default": "1.5"},
                             {"name": "number", "type": "d", "default": "1.50"},
                             {"name": "vector", "type": "Vec3d", "default": "1 1 1"},
                             {"name": "points", "type": "vector<Vec3d>"},
                             {"name": "indices", "type": "vector<i>"},
                             {"name": "other", "type": "string"})"),
              IsEmpty());
}

TEST(ComponentComparison, NamesTypesAndDefaults) {
  EXPECT_THAT(
      compareData(R"({"name": "real", "type": "i", "default": "2"}, {"name": "unknown", "type": "bool"},
                             {"name": "old", "type": "bool"}, {"name": "info", "type": "vector<Own<d>Information>"})"),
      ElementsAre("ComparedSample.real: type double, in the catalogue i",
                  "ComparedSample.real: default \"1.5\", in the catalogue \"2\"",
                  "ComparedSample.unknown: is not here (type bool)",
                  "ComparedSample.old: is not here (type bool) | delete it",
                  "ComparedSample.info: is not here (type vector<Own<d>Information>) | a record that SOFA makes "
                  "for itself, not for scenes"));
}

TEST(ComponentComparison, ComponentsTemplatesAndLinks) {
  EXPECT_THAT(compare(R"("name": "PlasticMaterial", "templates": [])"),
              ElementsAre(HasSubstr("PlasticMaterial: is not here | ")));
  EXPECT_THAT(compare(R"("name": "ComparedSample", "templates": ["Vec3d"])"), IsEmpty()) << "it serves all";
  EXPECT_THAT(compare(R"("name": "UniformMass", "templates": ["Vec3d", "Vec77d"])"),
              ElementsAre("UniformMass.module: Sofa.Component.Mass, in the catalogue Tests",
                          "UniformMass.template: Vec77d is not here"));
  EXPECT_THAT(compare(R"("name": "ComparedSample", "templates": [], "links": [
                         {"name": "others", "type": "X", "multi": true}, {"name": "other", "type": "X", "multi": true},
                         {"name": "gone", "type": "X"}, {"name": "previous", "type": "X"}])"),
              ElementsAre("ComparedSample.other: link to one, in the catalogue to several",
                          "ComparedSample.gone: link is not here (to X)",
                          "ComparedSample.previous: link is not here (to X) | the models of a body are chained by "
                          "themselves"));
}

TEST(ComponentComparison, TypesThatReadTheSameAreOne) {
  using compatibility::kindOfType;
  EXPECT_EQ(kindOfType("double"), "1 real");
  EXPECT_EQ(kindOfType("f"), "1 real");
  EXPECT_EQ(kindOfType("vector<Vec6I>"), kindOfType("vector<fixed_array<I,6>>"));
  EXPECT_EQ(kindOfType("fixed_array<Vec3d,2>"), "6 real");
  EXPECT_EQ(kindOfType("Mat3x4d"), "12 real");
  EXPECT_EQ(kindOfType("vector<PrimitiveGroup,CPUMemoryManager<PrimitiveGroup>>"), "list of record");
  EXPECT_EQ(kindOfType("vector<vector<I>>"), "list of list of 1 whole");
  EXPECT_EQ(kindOfType("vector<SVector<unsigned int>,CPUMemoryManager<SVector<unsigned int>>>"),
            "list of list of 1 whole");
  EXPECT_EQ(kindOfType("SVector<basic_string<char,char_traits<char>,allocator<char>>>"), "list of text");
  EXPECT_EQ(kindOfType("OptionsGroup"), kindOfType("Choice"));
  EXPECT_NE(kindOfType("Vec2d"), kindOfType("Vec2i"));
  EXPECT_NE(kindOfType("vector<Vec3d>"), kindOfType("Vec3d"));
}

TEST(ComponentComparison, ValuesThatReadTheSameAreOne) {
  EXPECT_TRUE(compatibility::sameText("0.333333", "0.33333333333"));
  EXPECT_TRUE(compatibility::sameText("[ 'a', 'b' ]", "['a','b']"));
  EXPECT_TRUE(compatibility::sameText("[1 0],[0 1]", "[1 0, 0 1]"));
  EXPECT_FALSE(compatibility::sameText("1 2", "1 2 3"));
  EXPECT_FALSE(compatibility::sameText("0.1", "0.1001"));
  EXPECT_FALSE(compatibility::sameText("", "0"));
}

TEST(ComponentComparison, SaysWhatIsNoCatalogue) {
  for (const char* text : {"", "[]", R"({"components": [{}]})"}) {
    std::string problem;
    EXPECT_THAT(compatibility::compareComponents(text, problem), IsEmpty());
    EXPECT_NE(problem, "") << text;
  }
}

}  // namespace
}  // namespace sofa::test
