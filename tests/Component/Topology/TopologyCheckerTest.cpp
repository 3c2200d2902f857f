// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologyChecker.h"

#include "Component/Topology/TopologyScene.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Errors of a check of a mesh of four points.
std::vector<std::string> faults(const std::string& elements, const std::string& attributes = "eachStep='1'") {
  TopologyScene scene("<MeshTopology name='mesh' position='0 0 0 1 0 0 1 1 0 0 1 0' " + elements +
                      "/><TopologyChecker " + attributes + "/>");
  scene.errors.clear();
  simulation::animate(scene.root());
  return scene.errors;
}

TEST(TopologyChecker, findsNothingInAGoodMesh) {
  EXPECT_THAT(faults("triangles='0 1 2 0 2 3'"), IsEmpty());
  EXPECT_THAT(faults("quads='0 1 2 3' edges='0 1 2 1 2 3 0 3'"), IsEmpty()) << "the sense of edges is free";
}

TEST(TopologyChecker, namesTheFirstFaultOfEachKind) {
  EXPECT_THAT(faults("triangles='0 1 2 0 2 2'"),  // its sides are faulty too
              Contains(HasSubstr("triangles of /mesh failed: number 1 names point 2 twice")));
  EXPECT_THAT(faults("triangles='0 1 2 2 0 1'"), ElementsAre(HasSubstr("number 1 has the corners of one before it")));
  EXPECT_THAT(faults("quads='0 1 2 3' edges='0 1 2 1 2 3'"),
              ElementsAre(HasSubstr("quads of /mesh failed: number 0 has a side that is not in the list of edges")));
}

TEST(TopologyChecker, waitsForItsKey) {
  EXPECT_THAT(faults("triangles='0 1 2 0 1 2'", ""), IsEmpty());
  TopologyScene scene(
      "<MeshTopology name='mesh' position='0 0 0 1 0 0 1 1 0' triangles='0 1 2 0 1 2'/><TopologyChecker/>");
  core::KeypressedEvent other('s'), key('T');
  scene.root().broadcast(other);
  EXPECT_THAT(scene.errors, IsEmpty());
  scene.root().broadcast(key);
  EXPECT_EQ(scene.errors.size(), 1u);
}

}  // namespace
}  // namespace sofa::component::topology
