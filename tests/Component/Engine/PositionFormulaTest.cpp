// SPDX-License-Identifier: Apache-2.0
#include "Component/Engine/EngineScene.h"

namespace sofa::test {
namespace {

TEST(PositionFormula, movesPointsByFormulas) {
  const EngineScene scene("<PositionFormula name='e' input='1 2 3  4 5 6' x='y + z' z='x^2'/>");
  expectNumbers(scene.text("output"), {5, 2, 1, 11, 5, 16});
  EXPECT_EQ(scene.newErrors(), 0u);
}

TEST(PositionFormula, takesThePointsOfTheMeshUnlessGiven) {
  const EngineScene scene("<MeshTopology position='1 2 3'/><PositionFormula name='e' x='-x'/>");
  expectNumbers(scene.text("output"), {-1, 2, 3});
}

TEST(PositionFormula, saysWhatIsWrong) {
  const EngineScene wrong("<PositionFormula name='e' input='1 2 3' y='2 * w'/>");
  EXPECT_EQ(wrong.text("output"), "");
  EXPECT_EQ(wrong.newErrors(), 1u);
  EXPECT_EQ(EngineScene("<PositionFormula name='e'/>").newErrors(), 1u);
}

}  // namespace
}  // namespace sofa::test
