// SPDX-License-Identifier: Apache-2.0
// A hundred thousand random changes of meshes of every kind, and of the meshes that mappings make of them on the same
// points.
#include "Component/Topology/ChangedMesh.h"

namespace sofa::component::topology::changes {
namespace {

/// The first half of the triangles above, and what descends from them.
const std::string halfBelow =
    "<Node><TriangleSetTopologyContainer name='ofSubset' position='@../topo.position' triangles='HALF'/>"
    "<TriangleSetTopologyModifier/><SubsetTopologicalMapping input='@../topo' output='@ofSubset' handleTriangles='1' "
    "samePoints='1'/><MechanicalObject/><IdentityMapping/></Node>";

TEST(RandomChanges, ofEdges) {
  ChangedMesh<Edge> changed(body<Edge>("Edge", "edges", "3 3 1"), 1);
  run(changed, 20000, [] {});
}

TEST(RandomChanges, ofTrianglesAndTheirBorder) {
  ChangedMesh<Triangle> changed(
      body<Triangle>("Triangle", "triangles", "4 3 1",
                     below("Edge", "Triangle2Edge") + below("Triangle", "Identity", "<MechanicalObject/>") + halfBelow),
      2);
  run(changed, 20000, [&] {
    const auto edges = named::sidesOf<Triangle>(changed.byNames(), Side::edge);
    ASSERT_EQ(named::sorted(made<Edge>(changed, "Triangle2Edge")), named::border(edges));
    ASSERT_EQ(made<Triangle>(changed, "Identity"), changed.names().list(changed.mesh().triangles()));
    ASSERT_EQ(named::sorted(made<Edge>(changed, "Identity")), named::once(edges));
    ASSERT_EQ(named::sorted(made<Triangle>(changed, "Subset")), List(changed.family().begin(), changed.family().end()));
  });
}

TEST(RandomChanges, ofQuadsAndTheirHalves) {
  ChangedMesh<Quad> changed(body<Quad>("Quad", "quads", "4 4 1", below("Triangle", "Quad2Triangle")), 3);
  run(changed, 20000, [&] {
    List halves;
    const auto triangles = made<Triangle>(changed, "Quad2Triangle");
    for (const auto& q : changed.byNames()) {
      const List either[] = {named::sorted({named::cornersOf(std::vector{q[0], q[1], q[2]}),
                                            named::cornersOf(std::vector{q[0], q[2], q[3]})}),
                             named::sorted({named::cornersOf(std::vector{q[0], q[1], q[3]}),
                                            named::cornersOf(std::vector{q[1], q[2], q[3]})})};
      const bool first = std::ranges::find(triangles, either[0][0]) != triangles.end();
      halves.insert(halves.end(), either[!first].begin(), either[!first].end());
    }
    ASSERT_EQ(named::sorted(triangles), named::sorted(halves));
  });
}

TEST(RandomChanges, ofTetrahedraAndTheirSurface) {
  ChangedMesh<Tetrahedron> changed(
      body<Tetrahedron>("Tetrahedron", "tetrahedra", "3 3 2",
                        below("Triangle", "Tetra2Triangle") + below("Tetrahedron", "SimpleTesselatedTetra")),
      4);
  run(changed, 20000, [&] {
    ASSERT_EQ(named::sorted(made<Triangle>(changed, "Tetra2Triangle")),
              named::border(named::sidesOf<Tetrahedron>(changed.byNames(), Side::face)));
    const auto& parts = changed.scene().get("ofSimpleTesselatedTetra");
    ASSERT_EQ(parts.tetrahedra().size(), 8 * changed.mesh().tetrahedra().size());
    ASSERT_EQ(parts.nbPoints(), changed.mesh().nbPoints() + changed.mesh().edges().size());
  });
}

TEST(RandomChanges, ofHexahedraTheirSurfaceAndTheirParts) {
  ChangedMesh<Hexahedron> changed(
      body<Hexahedron>("Hexahedron", "hexahedra", "4 3 2",
                       below("Quad", "Hexa2Quad") + below("Tetrahedron", "Hexa2Tetra") + below("Point", "CenterPoint")),
      5);
  run(changed, 20000, [&] {
    const auto cells = changed.byNames();
    ASSERT_EQ(named::sorted(made<Quad>(changed, "Hexa2Quad")),
              named::border(named::sidesOf<Hexahedron>(cells, Side::face)));
    ASSERT_EQ(changed.scene().get("ofCenterPoint").nbPoints(), cells.size());
    const auto& parts = changed.scene().get("ofHexa2Tetra").tetrahedra();
    ASSERT_EQ(parts.size(), 6 * cells.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (const Index p : parts[i])
        ASSERT_THAT(cells[i / 6], testing::Contains(changed.names().point(p))) << "a part of another cell";
  });
}

}  // namespace
}  // namespace sofa::component::topology::changes
