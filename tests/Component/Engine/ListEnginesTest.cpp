// SPDX-License-Identifier: Apache-2.0
#include "Component/Engine/EngineScene.h"

namespace sofa::test {
namespace {

TEST(ValuesFromIndices, TakesThemInTheOrderOfTheIndices) {
  const EngineScene scene("<ValuesFromIndices name='e' template='d' in='10 20 30' indices='2 0 2 7'/>");
  EXPECT_EQ(scene.text("out"), "30 10 30");
  EXPECT_EQ(scene.text("outStr"), "30 10 30");
  EXPECT_EQ(scene.newErrors(), 1u);  // 7 does not exist
}

TEST(ValuesFromIndices, KnowsManyTypes) {
  EXPECT_EQ(EngineScene("<ValuesFromIndices name='e' template='Vec3d' in='1 2 3 4 5 6' indices='1'/>").text("out"),
            "4 5 6");
  EXPECT_EQ(EngineScene("<ValuesFromIndices name='e' template='string' in=\"['a','b']\" indices='1 1'/>").text("out"),
            EngineScene("<ValuesFromIndices name='e' template='string' in=\"['b','b']\" indices='0 1'/>").text("out"));
  const EngineScene triangles(
      "<ValuesFromIndices name='e' template='fixed_array&lt;I,3&gt;' in='0 1 2 2 3 4' indices='1'/>");
  EXPECT_EQ(triangles.text("out"), "2 3 4");
}

TEST(IndicesFromValues, FindsTheFirstOrAllPlaces) {
  const std::string lists = "values='5 7 9' global='7 5 7 1'/>";
  const EngineScene first("<IndicesFromValues name='e' template='d' " + lists);
  EXPECT_EQ(first.text("indices"), "1 0");
  EXPECT_EQ(first.text("otherIndices"), "2 3");
  EXPECT_EQ(first.newErrors(), 1u);  // 9 is not there
  const EngineScene all("<IndicesFromValues name='e' template='d' recursiveSearch='1' " + lists);
  EXPECT_EQ(all.text("indices"), "1 0 2");
  EXPECT_EQ(all.text("otherIndices"), "3");
}

TEST(MapIndices, RenumbersIndices) {
  const EngineScene scene("<MapIndices name='e' template='I' in='3 5 8' indices='5 3'/>");
  EXPECT_EQ(scene.text("out"), "1 0");
  EXPECT_EQ(scene.text("outStr"), "1 0");
  EXPECT_EQ(scene.newErrors(), 1u);  // 8 has no new number
  EXPECT_EQ(EngineScene("<MapIndices name='e' template='I' in='1 0 1' indices='4 6' transpose='1'/>").text("out"),
            "6 4 6");
}

TEST(MapIndices, RenumbersElementsAllOfWhosePointsAreKnown) {
  const EngineScene scene("<MapIndices name='e' template='fixed_array&lt;I,3&gt;' in='0 1 2 1 2 3' indices='3 2 1'/>");
  EXPECT_EQ(scene.text("out"), "2 1 0");
  EXPECT_EQ(scene.newErrors(), 1u);
}

TEST(PointsFromIndices, TakesEachPointOfTheStateOnce) {
  const EngineScene scene(
      "<MechanicalObject position='0 0 0 1 0 0 2 0 0'/><PointsFromIndices name='e' indices='2 0 2 9'/>");
  EXPECT_EQ(scene.text("indices_position"), "2 0 0 0 0 0");
  EXPECT_EQ(scene.newErrors(), 1u);
}

TEST(PointsFromIndices, NeedsPoints) {
  EXPECT_EQ(EngineScene("<PointsFromIndices name='e' indices='0'/>").newErrors(), 1u);
}

TEST(IndexValueMapper, SetsValuesAndGrows) {
  const EngineScene scene("<IndexValueMapper name='e' inputValues='1 2' indices='0 4' value='9' defaultValue='7'/>");
  EXPECT_EQ(scene.text("outputValues"), "9 2 7 7 9");
}

TEST(IndexValueMapper, RefusesAPlaceFarBeyondUse) {
  const EngineScene scene("<IndexValueMapper name='e' inputValues='1 2' indices='4000000000' value='9'/>");
  EXPECT_EQ(scene.text("outputValues"), "1 2");
  EXPECT_EQ(scene.newErrors(), 1u);
}

TEST(Indices2ValuesMapper, ReplacesLabels) {
  const EngineScene scene(
      "<Indices2ValuesMapper name='e' inputValues='1 2 3 1' indices='1 3' values='10 30' defaultValue='-1'/>");
  EXPECT_EQ(scene.text("outputValues"), "10 -1 30 10");
  const EngineScene uneven("<Indices2ValuesMapper name='e' inputValues='1 3' indices='1 3' values='10'/>");
  EXPECT_EQ(uneven.text("outputValues"), "10 1");
  EXPECT_EQ(uneven.newWarnings(), 1u);
}

TEST(MergeVectors, PutsOneListAfterTheOther) {
  const EngineScene scene("<MergeVectors name='e' nbInputs='3' input1='1 2' input3='3'/>");
  EXPECT_EQ(scene.text("output"), "1 2 3");
  const EngineScene flags("<MergeVectors name='e' template='vector&lt;bool&gt;' input1='1 0' input2='1'/>");
  EXPECT_EQ(flags.text("output"), "1 0 1");
  const EngineScene points("<MergeVectors name='e' template='vector&lt;Vec3d&gt;' input1='1 2 3' input2='4 5 6'/>");
  EXPECT_EQ(points.text("output"), "1 2 3 4 5 6");
}

TEST(MergeVectors, LimitsTheNumberOfLists) {
  const EngineScene scene("<MergeVectors name='e' nbInputs='4000000000' input1='1'/>");
  EXPECT_GE(scene.newErrors(), 1u);
  EXPECT_EQ(scene.text("output"), "1");
}

TEST(MergeSets, CombinesByTheFirstLetterOfTheOperation) {
  const auto combined = [](const std::string& op) {
    return EngineScene("<MergeSets name='e' in1='3 1 2' in2='2 5 5' op='" + op + "'/>").text("out");
  };
  EXPECT_EQ(combined("union"), "1 2 3 5");
  EXPECT_EQ(combined("i"), "2");
  EXPECT_EQ(combined("difference"), "1 3");
  EXPECT_EQ(combined("symmetric_difference"), "1 3 5");
  const EngineScene wrong("<MergeSets name='e' in1='1' in2='2' op='xor'/>");
  EXPECT_EQ(wrong.text("out"), "1 2");
  EXPECT_EQ(wrong.newErrors(), 1u);
}

TEST(MergeROIs, ListsTheRegions) {
  const EngineScene scene("<MergeROIs name='e' nbROIs='2' indices1='1 2' indices2='5'/>");
  EXPECT_EQ(scene.value<std::vector<std::vector<type::Index>>>("roiIndices"),
            (std::vector<std::vector<type::Index>>{{1, 2}, {5}}));
}

TEST(ComplementaryROI, HasWhatIsInNoRegion) {
  const EngineScene scene(
      "<MechanicalObject position='0 0 0 1 0 0 2 0 0 3 0 0'/>"
      "<ComplementaryROI name='e' nbSet='2' setIndices1='0' setIndices2='2 0 9'/>");
  EXPECT_EQ(scene.text("indices"), "1 3");
  EXPECT_EQ(scene.text("pointsInROI"), "1 0 0 3 0 0");
  EXPECT_EQ(scene.newErrors(), 1u);  // 9 does not exist
}

TEST(ROIValueMapper, GivesTheLastRegionTheWord) {
  const EngineScene scene(
      "<ROIValueMapper name='e' nbROIs='2' indices1='0 2' value1='5' indices2='2 4' value2='7' defaultValue='1'/>");
  EXPECT_EQ(scene.text("outputValues"), "5 1 7 1 7");
}

TEST(SelectLabelROI, FindsPointsWithALabel) {
  for (const char* name : {"I", "i", "B", "H"}) {
    const EngineScene scene("<SelectLabelROI name='e' template='" + std::string(name) +
                            "' labels='[1] [2,3] [4] [3]' selectLabels='3 1'/>");
    EXPECT_EQ(scene.text("indices"), "0 1 3") << name;
  }
}

TEST(DifferenceEngine, SubtractsPointByPoint) {
  const EngineScene scene("<DifferenceEngine name='e' input='1 2 3 4 5 6' substractor='1 1 1 2 2 2'/>");
  EXPECT_EQ(scene.text("output"), "0 1 2 2 3 4");
  const EngineScene uneven("<DifferenceEngine name='e' input='1 2 3 4 5 6' substractor='1 1 1'/>");
  EXPECT_EQ(uneven.text("output"), "");
  EXPECT_EQ(uneven.newWarnings(), 1u);
}

TEST(SumEngine, AddsUp) {
  EXPECT_EQ(EngineScene("<SumEngine name='e' input='1 2 3 4 5 6'/>").text("output"), "5 7 9");
  EXPECT_EQ(EngineScene("<SumEngine name='e' template='Vec1d' input='1 2 3'/>").text("output"), "6");
}

TEST(NormEngine, KnowsAllNorms) {
  const auto norm = [](const std::string& type) {
    return EngineScene("<NormEngine name='e' input='3 -4 0' normType='" + type + "'/>").text("output");
  };
  expectNumbers(norm("2"), {5});
  expectNumbers(norm("1"), {7});
  expectNumbers(norm("0"), {2});
  expectNumbers(norm("-1"), {4});
  expectNumbers(norm("3"), {std::cbrt(91.0)});
}

}  // namespace
}  // namespace sofa::test
