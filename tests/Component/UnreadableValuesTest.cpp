// SPDX-License-Identifier: Apache-2.0
// Every Data of every component refuses text that is no value of its kind, with an error that names the Data: no scene
// goes on with another value than it says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::tests {
namespace {

using core::ScalarType;
using core::TypeInfo;
using Texts = std::vector<std::string>;

std::string repeated(const std::string& word, int count) {
  std::string text = word;
  for (int i = 1; i < count; ++i) text += " " + word;
  return text;
}

bool holdsUnsigned(const TypeInfo& type) {
  const auto scalar = type.scalarType();
  return scalar == ScalarType::uint8 || scalar == ScalarType::uint16 || scalar == ScalarType::uint32 ||
         scalar == ScalarType::uint64;
}

Texts badNumbers(const TypeInfo& type) {
  const int size = type.elementSize();
  Texts bad = {"rde", repeated("1", size) + " kg", repeated("1", size - 1) + " x", repeated("nan", size),
               repeated("1e9999", size)};
  if (type.name().find("Mat") == std::string::npos) bad.push_back("1, 2, 3");  // matrices may have commas
  if (!type.isList()) bad.push_back("[" + repeated("1", size) + ";");
  if (!type.isList() && size > 1) bad.push_back(repeated("1", size - 1));
  if (!type.isList() && size == 1) bad.insert(bad.end(), {"1mm", "2 3"});
  if (type.scalar() == TypeInfo::Scalar::integer) {
    bad.push_back(repeated("2.5", size));
    bad.push_back(repeated("99999999999999999999", size));
    if (holdsUnsigned(type)) bad.push_back(repeated("-3", size));
  }
  return bad;
}

/// Text that is no value of the type; none where any text is one.
Texts badTexts(const core::BaseData& data) {
  const auto& type = data.type();
  const std::string name = type.name();
  if (core::allowedWords(data)) return {"no such word", "-1", "999"};
  if (type.scalar() == TypeInfo::Scalar::text || name == "TagSet") return {};
  if (type.scalarType() == ScalarType::boolean && !type.isList() && type.elementSize() == 1)
    return {"yes", "no", "on", "totally", "1x", "true false", "rde"};
  if (type.scalarType() != ScalarType::none) return badNumbers(type);
  if (name == "RGBAColor") return {"rde", "1 0", "#12345", "red blue", "1 0 0 1 1", "red!"};
  if (name == "DisplayFlags") return {"showEverthing", "visual", "showVisual 1"};
  if (name == "BoundingBox") return {"rde", "0 0 0 1 1 x", "0 0 0 1 1 1 1"};
  if (name == "vector<bool>") return {"yes", "1 0 x"};
  if (name == "vector<string>") return {"[\"one\", two]", "[\"one\"", "[\"one\"] two"};
  if (name == "Material") return {"steel Diffuse 1 red 0 0", "steel Diffuse yes", "steel Colour 1 0 0 0 1"};
  return {"rde fgh ijk", "1 x y z"};
}

TEST(UnreadableValues, areErrorsInAllDataOfAllComponents) {
  std::size_t tried = 0, silent = 0;
  for (const auto& className : core::ObjectFactory::instance().classNames()) {
    const auto* entry = core::ObjectFactory::instance().find(className);
    for (const auto& [templateName, creator] : entry->creators) {
      const auto sample = creator.create();
      for (const auto* field : sample->dataFields()) {
        for (const auto& text : badTexts(*field)) {
          const auto component = creator.create();  // as a scene makes it: nothing is left of the text before
          const auto* data = component->findData(field->name());
          const CapturedMessages said;
          component->setAttribute(data->name(), text);
          ++tried;
          if (said.errors(data->name()) > 0) continue;
          ++silent;
          ADD_FAILURE() << fmt::format("{}<{}> {} ({}) takes \"{}\": {}", className, templateName, data->name(),
                                       data->type().name(), text,
                                       said.messages.empty() ? "nothing is told" : said.messages[0].text);
        }
      }
    }
  }
  EXPECT_GT(tried, 10000u);
  EXPECT_EQ(silent, 0u);
}

/// Attributes that are no Data, as older scenes write them.
TEST(UnreadableValues, areErrorsInAttributesOfOlderScenes) {
  const Texts numbers = {"dx",      "dy", "dz", "rx", "ry",  "rz",  "sx",   "sy",   "sz",   "scale",
                         "normals", "nx", "ny", "nz", "dx2", "ry2", "xmin", "ymin", "zmax", "stiffness"};
  std::size_t tried = 0;
  const auto expectError = [&](const std::string& className, const std::string& attribute, const std::string& text) {
    for (const auto& [templateName, creator] : core::ObjectFactory::instance().find(className)->creators) {
      const auto root = std::make_shared<simulation::Node>();
      const auto component = creator.create();
      if (component->findData(attribute)) continue;
      const CapturedMessages said;
      root->addComponent(component);
      core::ComponentDescription description(className, {{attribute, text}});
      component->parse(description);
      const auto unused = description.unused();
      if (std::ranges::find(unused, attribute) != unused.end()) continue;  // it has no such attribute
      ++tried;
      EXPECT_GT(said.errors(), 0u) << className << " " << attribute << "=" << text;
    }
  };
  for (const auto& className : core::ObjectFactory::instance().classNames()) {
    if (core::ObjectFactory::instance().find(className)->module == "Tests") continue;  // one of them throws on purpose
    for (const auto& name : numbers) expectError(className, name, "much");
    for (const char* text : {"rde", "red blue"}) expectError(className, "color", text);
    expectError(className, "castshadow", "yes");
    expectError(className, "isEnabled", "yes");
    expectError(className, "isMechanical", "yes");
  }
  EXPECT_GT(tried, 100u);
}

}  // namespace
}  // namespace sofa::tests
