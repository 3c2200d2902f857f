// SPDX-License-Identifier: Apache-2.0
// Lattices without positions, in cylinders and in balls; surfaces of boxes and spheres.
#include "Component/Topology/TopologyScene.h"
#include "Sofa/Component/Topology/CubeTopology.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using P = type::Vec3;

std::vector<P> pointsOf(const core::BaseMeshTopology& mesh) {
  std::vector<P> result;
  for (std::size_t i = 0; i < mesh.nbPoints(); ++i) result.push_back(mesh.position(i));
  return result;
}

void expectPoint(const core::BaseMeshTopology& mesh, std::size_t i, const P& expected) {
  EXPECT_LT((mesh.position(i) - expected).norm(), 1e-15) << i << ": " << mesh.position(i).transpose();
}

TEST(GridTopology, hasElementsAndNoPositions) {
  TopologyScene scene("<GridTopology name='g' n='3 2 2'/>");
  const auto& g = scene.get("g");
  EXPECT_EQ(g.nbPoints(), 12u);
  EXPECT_EQ(g.hexahedra().size(), 2u);
  EXPECT_EQ(g.hexahedra()[0], Hexahedron(0, 1, 4, 3, 6, 7, 10, 9));
  EXPECT_FALSE(g.hasPositions());
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(CylinderGridTopology, layersAreDiscs) {
  TopologyScene scene("<CylinderGridTopology name='g' n='3 3 2' center='1 2 3' axis='0 0 2' radius='2' length='5'/>");
  const auto& g = scene.get("g");
  EXPECT_EQ(g.nbPoints(), 18u);
  expectPoint(g, 4, P(1, 2, 3));
  expectPoint(g, 5, P(3, 2, 3));
  expectPoint(g, 8, P(1 + std::sqrt(2.), 2 + std::sqrt(2.), 3));
  expectPoint(g, 13, P(1, 2, 8));
  EXPECT_EQ(scene.get<ListTopology>("g").d_position.value(), pointsOf(g));
}

TEST(CylinderGridTopology, standsAlongItsAxis) {
  TopologyScene scene("<CylinderGridTopology name='g' n='3 3 2' axis='1 0 0' length='5'/>");
  expectPoint(scene.get("g"), 13, P(5, 0, 0));
  expectPoint(scene.get("g"), 5, P(0, 1, 0));
}

TEST(CylinderGridTopology, anAxisWithOnePointLiesInTheMiddle) {
  TopologyScene scene("<CylinderGridTopology name='g' n='1 3 2' radius='2'/>");
  expectPoint(scene.get("g"), 0, P(0, -2, 0));
}

TEST(CylinderGridTopology, followsItsShape) {
  TopologyScene scene("<CylinderGridTopology name='g' n='3 3 2'/>");
  scene.get<core::Component>("g").findData("radius")->read("7");
  EXPECT_EQ(scene.get<ListTopology>("g").d_position.value()[5], P(7, 0, 0));
}

TEST(CylinderGridTopology, needsADirection) {
  TopologyScene scene("<CylinderGridTopology name='g' n='3 3 2' axis='0 0 0'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("axis=\"0 0 0\" has no direction; 0 0 1 is used")));
  expectPoint(scene.get("g"), 13, P(0, 0, 1));
}

TEST(SphereGridTopology, shellsAreSpheres) {
  TopologyScene scene("<SphereGridTopology name='g' n='3 3 3' radius='3' center='1 0 0'/>");
  const auto& g = scene.get("g");
  expectPoint(g, 13, P(1, 0, 0));
  for (std::size_t i = 0; i < 27; ++i)
    if (i != 13) {
      EXPECT_NEAR((g.position(i) - P(1, 0, 0)).norm(), 3, 1e-14) << i;
    }
  expectPoint(g, 26, P(1 + std::sqrt(3.), std::sqrt(3.), std::sqrt(3.)));
}

TEST(GridTopology, isCutLikeARegularGrid) {
  const auto cut = [](const std::string& grid) {
    TopologyScene scene("<" + grid +
                        " name='in' n='4 3 3'/><Node name='below'><MeshTopology name='out'/>"
                        "<Hexa2TetraTopologicalMapping swapping='1'/></Node>");
    return scene.get("out").tetrahedra();
  };
  const auto expected = cut("RegularGridTopology");
  EXPECT_EQ(expected.size(), 72u);
  for (const char* grid : {"GridTopology", "CylinderGridTopology", "SphereGridTopology"})
    EXPECT_EQ(cut(grid), expected) << grid;
}

TEST(CubeTopology, surfaceOfABox) {
  TopologyScene scene("<CubeTopology name='c' nx='3' ny='3' nz='3' min='0 0 0' max='2 4 6'/>");
  const auto& c = scene.get("c");
  EXPECT_EQ(c.nbPoints(), 26u) << "all but the inner one";
  EXPECT_EQ(c.quads().size(), 24u);
  EXPECT_EQ(c.edges().size(), 48u);
  EXPECT_EQ(c.quads()[0], Quad(0, 3, 4, 1));
  expectPoint(c, 17, P(2, 4, 6));
  // The rim of the layer in the middle: y = 0, y = 4, then x = 0 and x = 2 between.
  expectPoint(c, 18, P(0, 0, 3));
  expectPoint(c, 23, P(2, 4, 3));
  expectPoint(c, 24, P(0, 2, 3));
  expectPoint(c, 25, P(2, 2, 3));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(CubeTopology, normalsOfAllQuadsPointOut) {
  for (const char* options : {"", "internalPoints='1'", "splitNormals='1'"}) {
    TopologyScene scene(std::string("<CubeTopology name='c' nx='3' ny='4' nz='3' min='-1 -1 -1' ") + options + "/>");
    const auto& c = scene.get("c");
    ASSERT_EQ(c.quads().size(), 2u * (2 * 3 + 3 * 2 + 2 * 2));
    for (const Quad& q : c.quads()) {
      const P p = c.position(q[0]), normal = (c.position(q[1]) - p).cross(c.position(q[2]) - p);
      EXPECT_GT(normal.norm(), 0) << options;
      EXPECT_GT(normal.dot((p + c.position(q[2])) / 2), 0) << options;
    }
  }
}

TEST(CubeTopology, innerPointsAndPointsOfSides) {
  TopologyScene inner("<CubeTopology name='c' nx='3' ny='3' nz='3' internalPoints='1'/>");
  EXPECT_EQ(inner.get("c").nbPoints(), 27u);
  expectPoint(inner.get("c"), 13, P(.5, .5, .5));
  TopologyScene split("<CubeTopology name='c' nx='3' ny='2' nz='2' splitNormals='1'/>");
  EXPECT_EQ(split.get("c").nbPoints(), 2u * (6 + 4 + 6));
  EXPECT_EQ(split.get("c").quads().size(), 2u * (2 + 1 + 2));
  TopologyScene flat("<CubeTopology name='c' nx='3' ny='2' nz='1'/>");
  EXPECT_EQ(flat.get("c").nbPoints(), 6u);
  EXPECT_EQ(flat.get("c").quads().size(), 2u);
}

TEST(CubeTopology, legacyCornersAreSinglePrecision) {
  TopologyScene scene(
      "<CubeTopology name='c' nx='2' ny='2' nz='2' xmin='0' ymin='0' zmin='0' xmax='0.1' ymax='1' zmax='1' "
      "scale='3'/>");
  expectPoint(scene.get("c"), 7, P(double{0.1f * 3.f}, 3, 3));
  TopologyScene some("<CubeTopology name='c' nx='2' ny='2' nz='2' xmin='5'/>");
  EXPECT_THAT(some.warnings, Contains(HasSubstr("count only if all six are given")));
  expectPoint(some.get("c"), 7, P(1, 1, 1));
}

TEST(CubeTopology, refusesASizeWithoutPoints) {
  TopologyScene scene("<CubeTopology name='c' nx='2' ny='2'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("nz=\"0\": each must be at least 1")));
  EXPECT_FALSE(scene.get<CubeTopology>("c").isValid());
  EXPECT_EQ(scene.get("c").nbPoints(), 0u);
}

TEST(CubeTopology, isBuiltAnew) {
  TopologyScene scene("<CubeTopology name='c' nx='2' ny='2' nz='2'/>");
  auto& c = scene.get<CubeTopology>("c");
  const auto before = c.revision();
  c.d_nx.set(3);
  c.reinit();
  EXPECT_EQ(c.nbPoints(), 12u);
  EXPECT_EQ(c.quads().size(), 10u);
  EXPECT_NE(c.revision(), before);
}

TEST(SphereQuadTopology, pointsOfTheBoxOnASphere) {
  TopologyScene scene("<SphereQuadTopology name='s' nx='3' ny='3' nz='3' center='1 0 0' radius='2'/>");
  const auto& s = scene.get("s");
  EXPECT_EQ(s.nbPoints(), 26u);
  for (std::size_t i = 0; i < s.nbPoints(); ++i) EXPECT_NEAR((s.position(i) - P(1, 0, 0)).norm(), 2, 1e-14);
  EXPECT_EQ(s.quads().size(), 24u);
}

}  // namespace
}  // namespace sofa::component::topology
