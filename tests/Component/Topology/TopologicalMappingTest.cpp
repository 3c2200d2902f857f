// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologicalMapping.h"

#include "Component/Topology/TopologyScene.h"
#include "Sofa/Component/Topology/RegularGridTopology.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string twoTets =
    "<TetrahedronSetTopologyContainer name='in' position='0 0 0  1 0 0  0 1 0  0 0 1  1 1 1' tetrahedra='0 1 2 3  1 4 "
    "2 3'/>";

TEST(Hexa2TetraTopologicalMapping, fillsItsOutputWithSixTetrahedraPerCell) {
  TopologyScene scene(
      "<RegularGridTopology name='in' n='3 2 2'/><Node name='below'><TetrahedronSetTopologyContainer name='out'/>"
      "<Hexa2TetraTopologicalMapping/></Node>");
  const auto& out = scene.get("out");
  EXPECT_EQ(out.nbPoints(), 12u);
  ASSERT_EQ(out.tetrahedra().size(), 12u);
  EXPECT_EQ(out.tetrahedra()[0], Tetrahedron(0, 7, 1, 10)) << "corners 0 5 1 6 of the cell 0 1 4 3 6 7 10 9";
  EXPECT_FALSE(out.edges().empty());
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(Hexa2TetraTopologicalMapping, followsItsInput) {
  TopologyScene scene(
      "<RegularGridTopology name='in'/><Node name='below'><MeshTopology name='out'/>"
      "<Hexa2TetraTopologicalMapping input='@../in' output='@out' swapping='1'/></Node>");
  const auto& out = scene.get("out");
  EXPECT_EQ(out.tetrahedra().size(), 6u);
  EXPECT_EQ(out.triangles().size(), 12u + 6u);
  const auto before = out.revision();
  auto& in = scene.get<RegularGridTopology>("in");
  in.m_grid.d_n.set({3, 2, 2});
  in.reinit();
  EXPECT_EQ(out.tetrahedra().size(), 12u);
  EXPECT_NE(out.revision(), before);
  EXPECT_EQ(out.adjacency().edgesInTetrahedron().size(), 12u);
}

TEST(Quad2TriangleTopologicalMapping, cutsStayWithTheirQuads) {
  TopologyScene scene(
      "<QuadSetTopologyContainer name='in' position='0 0 0  1 0 0  1 1 0  0 1 0  2 0 0  2 1 0  3 0 0  3 1 0' "
      "quads='0 1 2 3  4 5 2 1  4 6 7 5'/><QuadSetTopologyModifier/><MechanicalObject/><Node>"
      "<TriangleSetTopologyContainer name='out'/><TriangleSetTopologyModifier/><Quad2TriangleTopologicalMapping/>"
      "</Node>");
  const auto& out = scene.get("out");
  // Rows of two: the last one stands under the first and is cut the other way.
  EXPECT_THAT(out.triangles(), ElementsAre(Triangle(1, 2, 0), Triangle(3, 0, 2), Triangle(4, 5, 1), Triangle(2, 1, 5),
                                           Triangle(4, 6, 5), Triangle(7, 5, 6)));
  auto& modifier = *scene.root().down<TopologyModifier>();
  ASSERT_TRUE(modifier.remove({0}));
  // Points 6 and 7 have become 0 and 3.
  EXPECT_THAT(scene.get("in").quads(), ElementsAre(Quad(4, 0, 3, 5), Quad(4, 5, 2, 1)));
  EXPECT_THAT(out.triangles(), ElementsAre(Triangle(4, 0, 5), Triangle(3, 5, 0), Triangle(4, 5, 1), Triangle(2, 1, 5)));
  EXPECT_EQ(out.nbPoints(), 6u);
  ASSERT_TRUE(modifier.add(std::vector<Quad>{{0, 1, 2, 3}}));
  ASSERT_EQ(out.triangles().size(), 6u);
  EXPECT_EQ(out.triangles()[4], Triangle(0, 1, 2));
  EXPECT_EQ(out.triangles()[5], Triangle(0, 2, 3));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(Tetra2TriangleTopologicalMapping, givesTheSurface) {
  const std::string output =
      "<Node name='below'><TriangleSetTopologyContainer name='out'/><TriangleSetTopologyModifier/>";
  TopologyScene plain(twoTets + output + "<Tetra2TriangleTopologicalMapping input='@../in' output='@out'/></Node>");
  EXPECT_THAT(plain.get("out").triangles(), ElementsAre(Triangle(0, 3, 2), Triangle(0, 1, 3), Triangle(0, 2, 1),
                                                        Triangle(2, 3, 4), Triangle(1, 4, 3), Triangle(1, 2, 4)));
  EXPECT_EQ(plain.get("out").nbPoints(), 5u);
  TopologyScene flipped(twoTets + output + "<Tetra2TriangleTopologicalMapping flipNormals='1'/></Node>");
  EXPECT_EQ(flipped.get("out").triangles()[0], Triangle(0, 2, 3));
  TopologyScene none(twoTets + output + "<Tetra2TriangleTopologicalMapping noInitialTriangles='1'/></Node>");
  EXPECT_TRUE(none.get("out").triangles().empty());
}

TEST(Tetra2TriangleTopologicalMapping, warnsWithoutModifier) {
  TopologyScene scene(
      twoTets +
      "<Node name='below'><TriangleSetTopologyContainer name='out'/><Tetra2TriangleTopologicalMapping/></Node>");
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("No TriangleSetTopologyModifier")));
  EXPECT_EQ(scene.get("out").triangles().size(), 6u);
}

TEST(Hexa2QuadTopologicalMapping, quadsThatAppearFaceOutwards) {
  TopologyScene scene(
      "<HexahedronSetTopologyContainer name='in' position='0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1  2 0 "
      "0  2 "
      "1 0  2 0 1  2 1 1' hexahedra='0 1 2 3 4 5 6 7  1 8 9 2 5 10 11 6'/><HexahedronSetTopologyModifier "
      "name='modifier'/>"
      "<MechanicalObject name='x'/><Node name='below'><QuadSetTopologyContainer name='out'/><QuadSetTopologyModifier/>"
      "<Hexa2QuadTopologicalMapping input='@../in' output='@out'/></Node>");
  ASSERT_TRUE(scene.get<TopologyModifier>("modifier").remove({0}));
  const auto& quads = scene.get("out").quads();
  ASSERT_EQ(quads.size(), 6u);
  const auto& x = scene.get<core::State<type::Vec3Types>>("x").positions();
  for (const Quad& q : quads) {
    const type::Vec3 outwards = (x[q[0]] + x[q[2]]) / 2 - type::Vec3(1.5, .5, .5);
    EXPECT_GT((x[q[1]] - x[q[0]]).cross(x[q[2]] - x[q[0]]).dot(outwards), 0) << q[0] << q[1] << q[2] << q[3];
  }
}

TEST(Hexa2QuadTopologicalMapping, givesTheSurfaceOfAGrid) {
  TopologyScene scene(
      "<RegularGridTopology name='in' n='3 2 2'/><Node name='below'><QuadSetTopologyContainer "
      "name='out'/><QuadSetTopologyModifier/>"
      "<Hexa2QuadTopologicalMapping flipNormals='1'/>"
      "<Node name='last'><TriangleSetTopologyContainer "
      "name='halves'/><TriangleSetTopologyModifier/><Quad2TriangleTopologicalMapping/></Node></Node>");
  const auto& out = scene.get("out");
  EXPECT_EQ(out.quads().size(), 10u);
  EXPECT_EQ(out.quads()[0], Quad(3, 4, 1, 0)) << "the first quad of the grid, reversed";
  const auto& halves = scene.get("halves").triangles();
  ASSERT_EQ(halves.size(), 20u);
  EXPECT_EQ(halves[0], Triangle(4, 1, 3));
  EXPECT_EQ(halves[2], Triangle(4, 5, 1)) << "the second of a row of two is cut along the other diagonal";
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(Triangle2EdgeTopologicalMapping, givesTheBorder) {
  TopologyScene scene(
      "<TriangleSetTopologyContainer name='in' triangles='0 1 2  0 2 3'/><Node name='below'><EdgeSetTopologyContainer "
      "name='out'/>"
      "<EdgeSetTopologyModifier/><Triangle2EdgeTopologicalMapping/></Node>");
  EXPECT_THAT(scene.get("out").edges(), ElementsAre(Edge(1, 2), Edge(0, 1), Edge(2, 3), Edge(3, 0)));
}

TEST(TopologicalMapping, givenElementsOfTheOutputAreReplaced) {
  TopologyScene scene(
      twoTets +
      "<Node name='below'><TriangleSetTopologyContainer name='out' triangles='0 1 2' edges='0 1  1 2  2 0'/>"
      "<TriangleSetTopologyModifier/><Tetra2TriangleTopologicalMapping/></Node>");
  EXPECT_EQ(scene.get("out").triangles().size(), 6u);
  EXPECT_EQ(scene.get("out").edges().size(), 9u);
}

TEST(TopologicalMapping, isNotCreatedWithoutTwoTopologies) {
  TopologyScene alone("<RegularGridTopology name='in'/><Hexa2TetraTopologicalMapping input='@in' output='@in'/>");
  EXPECT_THAT(alone.errors, Contains(HasSubstr("Both the input and the output point to the same topology ('in')")));
  TopologyScene missing(
      "<RegularGridTopology name='in'/><Hexa2TetraTopologicalMapping input='@in' output='@nothing'/>");
  EXPECT_THAT(missing.errors, Contains(HasSubstr("Data attribute 'output' does not point to a topology")));
}

TEST(TopologicalMapping, refusesElementsOfAnotherKind) {
  TopologyScene scene(
      "<RegularGridTopology name='in'/><Node name='below'><EdgeSetTopologyContainer name='out'/>"
      "<Hexa2QuadTopologicalMapping name='m'/></Node>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("output topology '/below/out' is EDGE; QUAD is needed")));
  EXPECT_FALSE(scene.get<TopologicalMapping>("m").isValid());
  TopologyScene noModifier(
      "<RegularGridTopology name='in'/><Node name='below'><QuadSetTopologyContainer "
      "name='out'/><Hexa2QuadTopologicalMapping/></Node>");
  EXPECT_THAT(noModifier.errors, ElementsAre(HasSubstr("has no QuadSetTopologyModifier")));
}

}  // namespace
}  // namespace sofa::component::topology
