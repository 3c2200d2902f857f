// SPDX-License-Identifier: Apache-2.0
#include "Component/DrawnForm.h"
#include "Sofa/Core/Contract/MeshDrawing.h"

namespace sofa::tests {
namespace {

using type::Vec3;

constexpr const char* tetrahedron = "position='0 0 0 1 0 0 0 1 0 0 0 1' tetrahedra='0 1 2 3'";

DrawnForm drawn(const std::string& body) {
  const Scene scene(body);
  return DrawnForm(scene.first<core::BaseMeshTopology>());
}

TEST(TopologyDraw, nothingUnlessAsked) {
  EXPECT_TRUE(drawn("<MeshTopology " + std::string(tetrahedron) + "/>").empty());
  EXPECT_TRUE(drawn("<RegularGridTopology n='2 2 2'/>").empty());
}

TEST(TopologyDraw, linesOfEachKind) {
  const auto of = [](const std::string& what) {
    return drawn("<MeshTopology " + std::string(tetrahedron) + what + "/>");
  };
  const auto edges = of(" drawEdges='1'").lines();
  ASSERT_EQ(edges.size(), 2 * 6u);
  EXPECT_EQ(edges[0].color, rgb(0.4, 1, 0.3));
  EXPECT_EQ(of(" drawTriangles='1'").lines().size(), 2 * 4 * 3u);
  const auto volume = of(" drawTetrahedra='1'").lines();
  ASSERT_EQ(volume.size(), 2 * 6u);
  EXPECT_EQ(volume[0].color, rgb(1, 0, 0));
  const auto grid = drawn("<RegularGridTopology n='2 2 2' min='0 0 0' max='2 2 2' drawHexahedra='1'/>").lines();
  ASSERT_EQ(grid.size(), 2 * 12u);
  Vec3 highest = Vec3::Zero();
  for (const auto& end : grid) highest = highest.cwiseMax(end.position);
  expectAt(highest, {2, 2, 2});
  EXPECT_EQ(drawn("<RegularGridTopology n='2 2 2' drawQuads='1'/>").lines().size(), 2 * 6 * 4u);
}

TEST(TopologyDraw, followsTheState) {
  const auto lines = drawn(
      "<MeshTopology position='0 0 0 1 0 0' edges='0 1' drawEdges='1'/><MechanicalObject position='5 0 0 6 0 0'/>");
  ASSERT_EQ(lines.lines().size(), 2u);
  expectAt(lines.lines()[0].position, {5, 0, 0});
}

TEST(TopologyDraw, elementsBeyondThePointsAreLeftOut) {
  EXPECT_TRUE(drawn("<MeshTopology edges='0 1 1 7' drawEdges='1'/><MechanicalObject position='0 0 0 1 0 0'/>").empty());
  const auto one = drawn("<MeshTopology position='0 0 0 1 0 0' edges='0 1 1 7' drawEdges='1'/>");
  EXPECT_LE(one.lines().size(), 4u);
}

class GeometryAlgorithmsDraw : public testing::Test {
 protected:
  static DrawnForm drawn(const std::string& name, const std::string& attributes) {
    const Scene scene("<MeshTopology name='mesh' " + std::string(tetrahedron) +
                      "/><MechanicalObject position='0 0 0 2 0 0 0 2 0 0 0 2'/><" + name + " name='it' " + attributes +
                      "/>");
    for (const auto& component : scene.root->components())
      if (component->name() == "it") return DrawnForm(*component);
    throw std::runtime_error(name + " was not created");
  }
};

TEST_F(GeometryAlgorithmsDraw, numbers) {
  EXPECT_TRUE(drawn("TetrahedronSetGeometryAlgorithms", "").empty());
  EXPECT_EQ(drawn("PointSetGeometryAlgorithms", "showPointIndices='1'").list.texts().size(), 4u);
  EXPECT_EQ(drawn("EdgeSetGeometryAlgorithms", "showEdgeIndices='1'").list.texts().size(), 6u);
  EXPECT_EQ(drawn("TriangleSetGeometryAlgorithms", "showTriangleIndices='1'").list.texts().size(), 4u);
  const auto form = drawn("TetrahedronSetGeometryAlgorithms", "showTetrahedraIndices='1' showIndicesScale='2'");
  ASSERT_EQ(form.list.texts().size(), 1u);
  expectAt(form.list.texts()[0].position, {0.5, 0.5, 0.5});
  EXPECT_EQ(form.list.texts()[0].scale, 2);
}

TEST_F(GeometryAlgorithmsDraw, edgesInTheirColor) {
  EXPECT_EQ(drawn("EdgeSetGeometryAlgorithms", "drawEdges='1'").lines().size(), 2 * 6u);
  const auto lines = drawn("TriangleSetGeometryAlgorithms", "drawEdges='1' drawColorEdges='1 0 0 1'").lines();
  ASSERT_EQ(lines.size(), 2 * 6u);
  EXPECT_EQ(lines[0].color, rgb(1, 0, 0));
}

TEST_F(GeometryAlgorithmsDraw, trianglesAndNormals) {
  const auto form = drawn("TriangleSetGeometryAlgorithms", "drawTriangles='1' drawNormals='1' drawNormalLength='3'");
  ASSERT_EQ(form.triangles().size(), 3 * 4u);
  EXPECT_EQ(form.triangles()[0].color, rgb(0.3, 0.5, 0.8));
  ASSERT_EQ(form.lines().size(), 2 * 4u);
  EXPECT_NEAR((form.lines()[1].position - form.lines()[0].position).norm(), 3, 1e-5);
}

TEST_F(GeometryAlgorithmsDraw, tetrahedraWithOutlines) {
  const auto form = drawn("TetrahedronSetGeometryAlgorithms", "drawTetrahedra='1' drawScaleTetrahedra='0.5'");
  ASSERT_EQ(form.triangles().size(), 3 * 4u);
  EXPECT_EQ(form.triangles()[0].color, rgb(1, 1, 0));
  // Corner 1 at (2 0 0), half way to the centre (.5 .5 .5).
  expectAt(form.triangles()[0].position, {1.25, 0.25, 0.25});
  ASSERT_EQ(form.lines().size(), 2 * 6u);
  EXPECT_EQ(form.lines()[0].color, rgb(0.5, 0.5, 0.5));
}

TEST(TetrahedronSetGeometryAlgorithmsDraw, badShapesAreRed) {
  const Scene scene(
      "<MeshTopology position='0 0 0 1 0 0 0 1 0 0.3 0.3 0.01' tetrahedra='0 1 2 3'/>"
      "<MechanicalObject/><TetrahedronSetGeometryAlgorithms name='it' drawTetrahedra='1'/>");
  for (const auto& component : scene.root->components())
    if (component->name() == "it") {
      const DrawnForm form(*component);
      ASSERT_EQ(form.triangles().size(), 3 * 4u);
      EXPECT_EQ(form.triangles()[0].color, rgb(1, 0, 0));
    }
}

TEST(QuadAndHexahedronGeometryAlgorithmsDraw, facesInTheirColor) {
  for (const auto& [name, attribute, corners, color] :
       {std::tuple("QuadSetGeometryAlgorithms", "drawQuads", 6 * 6u, rgb(0, 0.4, 0.4)),
        std::tuple("HexahedronSetGeometryAlgorithms", "drawHexahedra", 6 * 6u, rgb(1, 0.5, 0))}) {
    const Scene scene("<RegularGridTopology n='2 2 2'/><MechanicalObject/><" + std::string(name) + " name='it' " +
                      attribute + "='1'/>");
    for (const auto& component : scene.root->components())
      if (component->name() == "it") {
        const DrawnForm form(*component);
        ASSERT_EQ(form.triangles().size(), corners) << name;
        EXPECT_EQ(form.triangles()[0].color, color) << name;
        EXPECT_EQ(form.lines().size(), color == rgb(1, 0.5, 0) ? 2 * 12u : 0u) << name;
      }
  }
}

/// A component to own what helpers draw.
class Owner : public core::Component {};

template <class E>
std::vector<DrawnForm::Bytes> faceColors(const E& element, const std::vector<Vec3>& points, double gap, std::size_t n) {
  Owner owner;
  DrawnForm form(owner);
  core::drawElements<E>(form.list, {element}, points, gap);
  std::vector<DrawnForm::Bytes> colors;
  for (const auto& c : form.triangles())
    if (colors.empty() || colors.back() != c.color) colors.push_back(c.color);
  EXPECT_EQ(form.triangles().size(), n);
  return colors;
}

TEST(MeshColors, facesOfVolumes) {
  const std::vector<Vec3> p = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  using Colors = std::vector<DrawnForm::Bytes>;
  EXPECT_EQ(faceColors(type::Tetrahedron(0, 1, 3, 4), p, 0.1, 12),
            (Colors{rgb(0, 0, 1), rgb(0, 0, 0), rgb(0, 0.5, 1), rgb(0, 1, 1)}));
  EXPECT_EQ(faceColors(type::Hexahedron(0, 1, 2, 3, 4, 5, 6, 7), p, 0.1, 36),
            (Colors{rgb(.7, .7, .1), rgb(.7, 0, 0), rgb(0, .7, 0), rgb(0, 0, .7), rgb(.1, .7, .7), rgb(.7, .1, .7)}));
  EXPECT_EQ(faceColors(type::Prism(0, 1, 3, 4, 5, 7), p, 0.1, 24),
            (Colors{rgb(0, 1, 0), rgb(0, .5, .5), rgb(0, 0, .5), rgb(1, .84, 0), rgb(.5, 0, .5)}));
  EXPECT_EQ(faceColors(type::Pyramid(0, 1, 2, 3, 4), p, 0.1, 18),
            (Colors{rgb(0, 1, 0), rgb(0, .5, .5), rgb(0, 0, .5), rgb(1, .84, 0), rgb(.5, 0, .5)}));
}

TEST(MeshColors, shrinksAboutTheCentreAndCountsColors) {
  Owner owner;
  DrawnForm form(owner);
  const std::vector<Vec3> p = {{0, 0, 0}, {8, 0, 0}, {16, 0, 0}};
  core::drawElements<type::Edge>(form.list, {{0, 1}, {1, 2}, {0, 2}, {0, 9}}, p, 0.25);
  const auto lines = form.lines();
  ASSERT_EQ(lines.size(), 6u);
  expectAt(lines[0].position, {1, 0, 0});
  expectAt(lines[1].position, {7, 0, 0});
  EXPECT_EQ(lines[0].size, 2);
  EXPECT_EQ(lines[0].color, rgb(.5, 1, 0));
  EXPECT_EQ(lines[2].color, rgb(.75, .75, .75));
  EXPECT_EQ(lines[4].color, rgb(.5, 1, 0));
}

}  // namespace
}  // namespace sofa::tests
