// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/SetTopologyContainer.h"

#include "Component/Topology/TopologyScene.h"
#include "Sofa/Component/Topology/TetrahedronSetTopologyContainer.h"
#include "Sofa/Component/Topology/TopologyModifier.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(SetTopologyContainer, pointsAreCountedFromPositionsElementsAndNbPoints) {
  TopologyScene scene(
      "<PointSetTopologyContainer name='a' nbPoints='3'/>"
      "<PointSetTopologyContainer name='b' nbPoints='3' position='0 0 0  1 0 0  2 0 0  3 0 0'/>"
      "<EdgeSetTopologyContainer name='c' edges='0 5'/>"
      "<HexahedronSetTopologyContainer name='d' position='0 0 0' hexahedra='0 1 2 3 4 5 6 7'/>"
      "<TriangleSetTopologyContainer name='e' position='0 0 0  1 0 0  0 1 0  7 7 7' triangles='0 1 2'/>");
  EXPECT_EQ(scene.get("a").nbPoints(), 3u);
  EXPECT_FALSE(scene.get("a").hasPositions());
  EXPECT_EQ(scene.get("b").nbPoints(), 4u);
  EXPECT_EQ(scene.get("c").nbPoints(), 6u);
  EXPECT_EQ(scene.get("d").nbPoints(), 8u);
  EXPECT_EQ(scene.get("e").nbPoints(), 4u);
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(SetTopologyContainer, derivesSubElements) {
  TopologyScene scene(
      "<TriangleSetTopologyContainer name='t' triangles='0 1 2'/><QuadSetTopologyContainer name='q' quads='0 1 2 3'/>"
      "<TetrahedronSetTopologyContainer name='v' tetrahedra='3 1 0 2'/><HexahedronSetTopologyContainer name='h' "
      "hexas='6 5 4 7 2 1 0 3'/>");
  EXPECT_THAT(scene.get("t").edges(), ElementsAre(Edge(1, 2), Edge(2, 0), Edge(0, 1)));
  EXPECT_THAT(scene.get("q").edges(), ElementsAre(Edge(1, 2), Edge(2, 3), Edge(0, 3), Edge(0, 1)));
  EXPECT_THAT(scene.get("v").triangles(),
              ElementsAre(Triangle(0, 2, 1), Triangle(0, 3, 2), Triangle(1, 2, 3), Triangle(0, 1, 3)));
  EXPECT_EQ(scene.get("h").edges()[0], Edge(5, 6));
  EXPECT_EQ(scene.get("h").quads()[0], Quad(4, 5, 6, 7));
  EXPECT_EQ(scene.get("v").kind(), core::TopologyKind::dynamicContainer);
  EXPECT_TRUE(scene.get("t").quads().empty());
}

// Mesh files hold the edges and faces that somebody named beside the elements.
TEST(SetTopologyContainer, anIncompleteListOfEdgesIsCompleted) {
  for (const auto& [body, edges] : {
           std::pair("<TriangleSetTopologyContainer name='t' triangles='0 1 2' edges='0 1  2 1'/>", 3u),
           {"<QuadSetTopologyContainer name='t' quads='0 1 2 3' edges='0 1  2 1'/>", 4u},
           {"<TetrahedronSetTopologyContainer name='t' tetrahedra='0 1 2 3' edges='0 1  2 1'/>", 6u},
           {"<HexahedronSetTopologyContainer name='t' hexahedra='0 1 2 3 4 5 6 7' edges='0 1  2 1'/>", 12u},
       }) {
    TopologyScene scene(body);
    EXPECT_THAT(scene.errors, IsEmpty()) << body;
    EXPECT_THAT(scene.warnings, Contains(HasSubstr("they are put behind the 2 given"))) << body;
    ASSERT_EQ(scene.get("t").edges().size(), edges) << body;
    EXPECT_EQ(scene.get("t").edges()[1], Edge(2, 1)) << body;
    EXPECT_TRUE(scene.get("t").isValid()) << body;
  }
}

TEST(SetTopologyContainer, givenFacesMayBeAPartOfTheBoundary) {
  TopologyScene scene(
      "<TetrahedronSetTopologyContainer name='t' tetrahedra='0 1 2 3' triangles='0 1 2'/>"
      "<HexahedronSetTopologyContainer name='h' hexahedra='0 1 2 3 4 5 6 7' quads='0 1 2 3'/>");
  EXPECT_THAT(scene.errors, IsEmpty());
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("triangles lacks 3 sides of tetrahedra, such as 1 2 3")));
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("quads lacks 5 sides of hexahedra")));
  EXPECT_THAT(scene.get("t").triangles(), ElementsAre(Triangle(0, 1, 2)));
  EXPECT_TRUE(scene.get("t").isValid() && scene.get("h").isValid());
}

TEST(SetTopologyContainer, elementsOfARegionMayNumberTheWholeMesh) {
  const std::string position = "position='0 0 0  1 0 0  0 1 0'";
  for (const std::string body :
       {"EdgeSetTopologyContainer edges='1 8'", "TriangleSetTopologyContainer triangles='1 2 8'",
        "QuadSetTopologyContainer quads='1 2 3 8'", "TetrahedronSetTopologyContainer tetrahedra='1 2 3 8'"}) {
    TopologyScene scene("<MechanicalObject name='dofs' size='9'/><Node name='region'><" + body + " name='t' " +
                        position + "/></Node>");
    EXPECT_THAT(scene.errors, IsEmpty()) << body;
    EXPECT_THAT(scene.warnings, Contains(HasSubstr("The 3 positions are not used"))) << body;
    EXPECT_EQ(scene.get("t").nbPoints(), 9u) << body;
    EXPECT_TRUE(scene.get("t").isValid()) << body;
  }
}

TEST(SetTopologyContainer, invertedTetrahedraAreReported) {
  TopologyScene scene("<TetrahedronSetTopologyContainer name='t' tetrahedra='0 1 2 3  4 1 2 3'/>");
  EXPECT_EQ(scene.get("t").triangles().size(), 7u);
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("1 faces are shared by tetrahedra of opposite orientation")));
}

TEST(SetTopologyContainer, elementsBeyondThePositionsAreLeftOutWithAnError) {
  TopologyScene scene(
      "<TriangleSetTopologyContainer name='t' position='0 0 0  1 0 0  0 1 0' triangles='0 1 2  1 2 3'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("element 1 names point 3, but there are 3 points (indices 0 to 2)")));
  EXPECT_EQ(scene.get("t").triangles().size(), 1u);
}

TEST(SetTopologyContainer, aNegativeNumberOfPointsIsAnError) {
  TopologyScene scene("<PointSetTopologyContainer name='p' nbPoints='-3'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("Write numbers that are not negative"),
                                        HasSubstr("it must lie between 0 and 100000000")));
  EXPECT_EQ(scene.get("p").nbPoints(), 0u);
}

TEST(SetTopologyContainer, checksOnRequest) {
  TopologyScene scene(
      "<EdgeSetTopologyContainer edges='0 1  2 3' checkConnexity='1'/>"
      "<TriangleSetTopologyContainer triangles='0 1 2  2 0 1' checkTopology='1'/>");
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("The mesh has 2 parts that no edge connects")));
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("the element with the points 0 1 2 occurs twice")));
}

TEST(TopologyModifier, findsTheFirstContainerThatHoldsItsElements) {
  TopologyScene scene(
      "<QuadSetTopologyContainer name='q'/><TetrahedronSetTopologyContainer name='t'/>"
      "<Node name='below'><TriangleSetTopologyModifier name='triangles'/><PointSetTopologyModifier "
      "name='points'/></Node>");
  EXPECT_EQ(scene.get<TopologyModifier>("triangles").container(), &scene.get("t"));
  EXPECT_EQ(scene.get<TopologyModifier>("points").container(), &scene.get("q"));
}

TEST(TopologyModifier, isInvalidWithoutContainer) {
  TopologyScene scene("<EdgeSetTopologyContainer/><HexahedronSetTopologyModifier name='m'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("HexahedronSetTopologyContainer not found in current node")));
  EXPECT_FALSE(scene.get<TopologyModifier>("m").isValid());
}

TEST(TopologyModifier, removesAnEdgeThatWasEditedToNameAPointThatIsNotThere) {
  TopologyScene scene(
      "<TriangleSetTopologyContainer name='t' position='0 0 0  1 0 0  0 1 0' triangles='0 1 2'/>"
      "<TriangleSetTopologyModifier name='m'/>");
  scene.get("t").findData("edges")->read("90000 1  0 1  1 2  0 2");
  EXPECT_TRUE(scene.get<TopologyModifier>("m").remove(ElementType::edge, {0}));
  EXPECT_EQ(scene.get("t").edges().size(), 3u);
}

TEST(GeometryAlgorithms, needATopology) {
  TopologyScene scene("<TriangleSetGeometryAlgorithms/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("No mesh is visible")));
}

TEST(GeometryAlgorithms, turnTrianglesToOneSideIfAsked) {
  TopologyScene scene(
      "<TriangleSetTopologyContainer name='t' position='0 0 0  1 0 0  1 1 0  0 1 0' triangles='0 1 2  0 3 2'/>"
      "<TriangleSetGeometryAlgorithms template='Vec3d' recomputeTrianglesOrientation='1'/>");
  EXPECT_THAT(scene.get("t").triangles(), ElementsAre(Triangle(0, 1, 2), Triangle(0, 2, 3)));
  EXPECT_THAT(scene.errors, IsEmpty());
}

}  // namespace
}  // namespace sofa::component::topology
