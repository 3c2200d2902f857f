// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologyBoundingTrasher.h"

#include "Component/Topology/TopologyScene.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::topology {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string quadStrip =
    "<TriangleSetTopologyContainer name='mesh' position='0 0 0  0 1 0  1 0 0  1 1 0  2 0 0' "
    "triangles='0 2 1  1 2 3  2 4 3'/>";
const std::string modifier = "<TriangleSetTopologyModifier/><MechanicalObject name='dofs'/>";

TEST(TopologyBoundingTrasher, removesElementsWhoseMiddleLeavesTheBox) {
  TopologyScene scene(quadStrip + modifier +
                      "<TopologyBoundingTrasher box='-1 -1 -1  1.3 9 9' position='@dofs.position'/>");
  EXPECT_THAT(scene.errors, IsEmpty());
  EXPECT_EQ(scene.get("mesh").triangles().size(), 3u);
  simulation::animate(scene.root());
  EXPECT_EQ(scene.get("mesh").triangles().size(), 2u) << "the last one's middle is at x = 4/3";
  EXPECT_EQ(core::localMechanicalState(scene.root())->size(), 4u) << "its point goes with it";
}

TEST(TopologyBoundingTrasher, keepsWhatOnlyReachesOut) {
  TopologyScene scene(quadStrip + modifier +
                      "<TopologyBoundingTrasher box='1.4 9 9  -1 -1 -1' position='@dofs.position'/>");
  simulation::animate(scene.root());
  EXPECT_EQ(scene.get("mesh").triangles().size(), 3u);
}

TEST(TopologyBoundingTrasher, needsAModifier) {
  TopologyScene scene(quadStrip +
                      "<MechanicalObject name='dofs'/><TopologyBoundingTrasher position='@dofs.position'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("No modifier for elements of the kind TRIANGLE")));
}

}  // namespace
}  // namespace sofa::component::topology
