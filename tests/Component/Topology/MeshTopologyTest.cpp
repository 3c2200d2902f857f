// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/MeshTopology.h"

#include <cstdio>
#include <fstream>

#include "Component/Topology/TopologyScene.h"

namespace sofa::component::topology {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(MeshTopology, derivesFromTetrahedraWhatTheSceneLeavesOut) {
  TopologyScene scene("<MeshTopology name='m' tetrahedra='0 1 2 3'/>");
  const auto& mesh = scene.get("m");
  EXPECT_EQ(mesh.nbPoints(), 4u);
  EXPECT_FALSE(mesh.hasPositions());
  EXPECT_EQ(mesh.position(2), type::Vec3(0, 0, 0));
  EXPECT_THAT(mesh.triangles(),
              ElementsAre(Triangle(1, 2, 3), Triangle(0, 3, 2), Triangle(0, 1, 3), Triangle(0, 2, 1)));
  EXPECT_EQ(mesh.edges().size(), 6u);
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(MeshTopology, keepsGivenListsEvenIfIncomplete) {
  TopologyScene scene("<MeshTopology name='m' tetras='0 1 2 3' triangles='0 1 2' lines='3 1'/>");
  EXPECT_THAT(scene.get("m").triangles(), ElementsAre(Triangle(0, 1, 2)));
  EXPECT_THAT(scene.get("m").edges(), ElementsAre(Edge(3, 1)));
  const auto& faces = scene.get("m").adjacency().trianglesInTetrahedron();
  EXPECT_THAT(faces[0], ElementsAre(type::invalidIndex, type::invalidIndex, type::invalidIndex, 0));
}

TEST(MeshTopology, edgesOfVolumesLeaveOutThoseOfFaces) {
  TopologyScene scene("<MeshTopology name='m' tetrahedra='0 1 2 3' triangles='4 5 6'/>");
  EXPECT_EQ(scene.get("m").edges().size(), 6u);
  EXPECT_EQ(scene.get("m").nbPoints(), 7u);
}

TEST(MeshTopology, countsPointsByElementsNotByPositions) {
  TopologyScene scene(
      "<MeshTopology name='a' position='0 0 0  1 0 0  2 0 0' edges='0 1'/><MeshTopology name='b' points='0 0 0'/>");
  EXPECT_EQ(scene.get("a").nbPoints(), 2u);
  EXPECT_TRUE(scene.get("a").hasPositions());
  EXPECT_EQ(scene.get("a").position(1), type::Vec3(1, 0, 0));
  EXPECT_EQ(scene.get("b").nbPoints(), 0u);
}

TEST(MeshTopology, aDerivedListCanBeLinkedToAndFollowsItsSource) {
  TopologyScene scene("<MeshTopology name='a' tetrahedra='0 1 2 3'/><MeshTopology name='b' triangles='@a.triangles'/>");
  auto& a = scene.get<MeshTopology>("a");
  const auto& b = scene.get("b");
  EXPECT_EQ(b.triangles().size(), 4u);
  EXPECT_EQ(b.edges().size(), 6u);
  const auto before = a.revision();
  EXPECT_EQ(a.adjacency().tetrahedraAroundTriangle().size(), 4u);
  EXPECT_EQ(a.revision(), before) << "reading changes nothing";
  a.m_fields.d_tetrahedra.edit().push_back({1, 4, 2, 3});
  EXPECT_NE(a.revision(), before);
  EXPECT_EQ(b.triangles().size(), 7u);
  EXPECT_EQ(b.edges().size(), 9u);
  EXPECT_EQ(a.adjacency().tetrahedraAroundTriangle().size(), 7u);
}

TEST(MeshTopology, anEmptySourceLeavesTheListToBeDerived) {
  TopologyScene scene("<MeshTopology name='a' tetrahedra='0 1 2 3'/><MeshTopology name='b' src='@a'/>", false);
  auto& b = scene.get("b");
  b.init();  // before a has derived anything
  EXPECT_EQ(b.triangles().size(), 4u);
}

TEST(MeshTopology, aSecondTopologyInANodeIsWarnedAbout) {
  TopologyScene scene("<MeshTopology name='a' edges='0 1'/><MeshTopology name='b' edges='0 1'/>");
  EXPECT_THAT(scene.warnings, ElementsAre(HasSubstr("The node has another topology, 'a'")));
}

TEST(MeshTopology, computesAllNeighbourhoodsAtOnceIfAsked) {
  TopologyScene scene(
      "<MeshTopology name='m' tetrahedra='0 1 2 3' hexahedra='4 5 6 7 8 9 10 11' computeAllBuffers='1'/>");
  EXPECT_EQ(scene.get("m").adjacency().hexahedraAroundQuad().size(), 6u);
  EXPECT_EQ(scene.get<MeshTopology>("m").elementType(), ElementType::hexahedron);
}

TEST(MeshTopology, refusesIndicesOutOfProportion) {
  TopologyScene scene("<MeshTopology name='m' triangles='0 1 2  0 1 -1  0 1 4000000000'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("Write numbers that are not negative"),
                                        HasSubstr("triangles: element 1 names point -1, but")));
  EXPECT_THAT(scene.get("m").triangles(), ElementsAre(Triangle(0, 1, 2)));
  EXPECT_EQ(scene.get("m").nbPoints(), 3u);
  EXPECT_FALSE(scene.get("m").isValid());
}

TEST(MeshTopology, warnsOfElementsWithoutExtent) {
  TopologyScene scene("<MeshTopology name='m' triangles='0 1 2  3 1 3'/>");
  EXPECT_THAT(scene.warnings, testing::Contains(HasSubstr("triangles: element 1 names a point twice")));
  EXPECT_EQ(scene.get("m").triangles().size(), 2u);
}

/// A file in the test's own folder, removed at its end.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text) : m_path(testing::TempDir() + name) {
    std::ofstream(m_path) << text;
  }
  ~TemporaryFile() { std::remove(m_path.c_str()); }
  const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

TEST(MeshTopology, takesPointsAndElementsFromAFileInPlaceOfItsOwn) {
  const TemporaryFile file("mesh_topology.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\nf 1 2 3 4\n");
  TopologyScene scene("<MeshTopology name='m' filename='" + file.path() + "' edges='7 8' position='5 5 5'/>");
  EXPECT_THAT(scene.get("m").triangles(), ElementsAre(Triangle(0, 1, 2)));
  EXPECT_THAT(scene.get("m").quads(), ElementsAre(Quad(0, 1, 2, 3)));
  EXPECT_EQ(scene.get("m").edges().size(), 5u);
  EXPECT_EQ(scene.get("m").nbPoints(), 5u) << "a file's points all count";
  EXPECT_EQ(scene.get("m").position(4), type::Vec3(9, 9, 9));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(MeshTopology, reportsAFileItCannotRead) {
  TopologyScene missing("<MeshTopology filename='no_such_mesh.obj'/>");
  EXPECT_THAT(missing.errors, ElementsAre(HasSubstr("mesh 'no_such_mesh.obj' not found. It was searched in")));
  const TemporaryFile file("mesh_topology.xyz", "0");
  TopologyScene unknown("<MeshTopology filename='" + file.path() + "'/>");
  EXPECT_THAT(unknown.errors, ElementsAre(HasSubstr("'.xyz' is no known kind of mesh file")));
}

}  // namespace
}  // namespace sofa::component::topology
