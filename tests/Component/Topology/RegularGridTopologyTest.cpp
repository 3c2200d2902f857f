// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/RegularGridTopology.h"

#include "Component/Topology/TopologyScene.h"

namespace sofa::component::topology {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<type::Vec3> points(const core::BaseMeshTopology& mesh) {
  std::vector<type::Vec3> result;
  for (std::size_t i = 0; i < mesh.nbPoints(); ++i) result.push_back(mesh.position(i));
  return result;
}

TEST(RegularGridTopology, anAxisWithOnePointLiesInTheMiddle) {
  TopologyScene scene("<RegularGridTopology name='g' n='3 1 2' min='0 0 0' max='2 4 6'/>");
  using P = type::Vec3;
  EXPECT_THAT(points(scene.get("g")),
              ElementsAre(P(0, 2, 0), P(1, 2, 0), P(2, 2, 0), P(0, 2, 6), P(1, 2, 6), P(2, 2, 6)));
  EXPECT_EQ(scene.get<RegularGridTopology>("g").d_position.value(), points(scene.get("g")));
}

TEST(RegularGridTopology, alongZAnAxisWithOnePointLiesAtItsStart) {
  TopologyScene scene("<RegularGridTopology name='g' n='1 1 1' min='0 0 1' max='2 4 6'/>");
  EXPECT_THAT(points(scene.get("g")), ElementsAre(type::Vec3(1, 2, 1)));
}

TEST(RegularGridTopology, legacyCornersAreSinglePrecisionAndOverrideTheBox) {
  TopologyScene scene(
      "<RegularGridTopology name='g' nx='2' ny='2' nz='2' n='5 5 5' xmin='0' ymin='0' zmin='0' xmax='0.1' ymax='1' "
      "zmax='1'"
      " max='9 9 9' scale='2'/>");
  EXPECT_EQ(scene.get("g").nbPoints(), 8u);
  EXPECT_EQ(scene.get("g").position(7), type::Vec3(2.0 * double{0.1f}, 2, 2));
  EXPECT_THAT(scene.errors, IsEmpty());
}

TEST(RegularGridTopology, incompleteLegacyAttributesAreLeftOutWithAWarning) {
  TopologyScene scene("<RegularGridTopology name='g' nx='5' xmin='7'/>");
  EXPECT_EQ(scene.get("g").nbPoints(), 8u);
  EXPECT_EQ(scene.get("g").position(0), type::Vec3(0, 0, 0));
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("nx, ny and nz count only if all three are given")));
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("count only if all six are given")));
}

TEST(RegularGridTopology, aGivenOriginMovesTheGridButNotItsSpacing) {
  TopologyScene scene("<RegularGridTopology name='g' n='2 2 2' max='3 3 3' p0='1 1 1'/>");
  EXPECT_EQ(scene.get("g").position(7), type::Vec3(4, 4, 4));
}

TEST(RegularGridTopology, cellWidthChangesTheCountsOnly) {
  TopologyScene scene("<RegularGridTopology name='g' n='2 2 2' max='0.7 0.4 0.9' cellWidth='0.35'/>");
  EXPECT_EQ(scene.get("g").nbPoints(), 3u * 3 * 4);
  EXPECT_EQ(scene.get("g").position(1), type::Vec3(0.7, 0, 0));
}

TEST(RegularGridTopology, itsElementsAreThereForComponentsBeforeIt) {
  TopologyScene scene(
      "<MechanicalObject/><DiagonalMass name='m' massDensity='6'/><RegularGridTopology name='g' n='3 2 1' max='2 1 0'/>"
      "<Node><MechanicalObject/><DiagonalMass/><RegularGridTopology n='100000 100000 100000'/></Node>");
  EXPECT_EQ(scene.get<core::Base>("m").findData("totalMass")->text(), "12") << "two unit squares";
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("a grid can have at most 100000000 points")));
}

TEST(RegularGridTopology, anImpossibleSizeBecomesTwoByTwoByTwo) {
  TopologyScene scene("<RegularGridTopology name='g' n='0 3 2' max='0.7 0.4 0.9'/>");
  EXPECT_THAT(scene.warnings, Contains(HasSubstr("a grid needs at least 1 point along each axis")));
  EXPECT_EQ(scene.get("g").nbPoints(), 8u);
  EXPECT_EQ(scene.get("g").position(0), type::Vec3(0.35, 0, 0)) << "as one point along x would lie";
  EXPECT_EQ(scene.get("g").position(7), type::Vec3(0.35 + 0.7, 0.4, 0.9));
}

TEST(RegularGridTopology, anOversizedGridIsAnErrorAndNoMemoryIsSpentOnIt) {
  TopologyScene scene(
      "<RegularGridTopology name='g' n='100000 100000 100000'/><RegularGridTopology name='h' nx='99999999999' ny='2' "
      "nz='2'/>");
  EXPECT_THAT(scene.errors, Contains(HasSubstr("a grid can have at most 100000000 points")).Times(2));
  EXPECT_EQ(scene.get("g").nbPoints(), 8u);
}

TEST(RegularGridTopology, aBoxBeyondTheNumbersIsAnError) {
  TopologyScene scene("<RegularGridTopology name='g' min='-1e308 0 0' max='1e308 0 0'/>");
  EXPECT_THAT(scene.errors, ElementsAre(HasSubstr("is larger than numbers can tell")));
  EXPECT_EQ(scene.get("g").position(7), type::Vec3(1, 1, 1));
}

TEST(RegularGridTopology, listsCanBeLeftOut) {
  const auto sizes = [](const std::string& flags) {
    TopologyScene scene("<RegularGridTopology name='g' " + flags + "/>");
    const auto& g = scene.get("g");
    return std::vector<std::size_t>{g.hexahedra().size(), g.quads().size(), g.triangles().size(), g.edges().size()};
  };
  EXPECT_THAT(sizes(""), ElementsAre(1, 6, 12, 18));
  EXPECT_THAT(sizes("computeHexaList='0'"), ElementsAre(0, 6, 12, 18));
  EXPECT_THAT(sizes("computeTriangleList='0'"), ElementsAre(1, 6, 0, 12));
  EXPECT_THAT(sizes("computeQuadList='0'"), ElementsAre(1, 6, 12, 18)) << "triangles need them";
  EXPECT_THAT(sizes("computeQuadList='0' computeTriangleList='0'"), ElementsAre(1, 6, 0, 12));
  EXPECT_THAT(sizes("computeHexaList='0' computeQuadList='0' computeTriangleList='0'"), ElementsAre(0, 0, 0, 12));
  EXPECT_THAT(sizes("computeEdgeList='0'"), ElementsAre(1, 6, 12, 12)) << "those of the hexahedra";
  EXPECT_THAT(sizes("computeEdgeList='0' computeHexaList='0'"), ElementsAre(0, 6, 12, 0));
}

TEST(RegularGridTopology, describesItsLattice) {
  TopologyScene scene("<RegularGridTopology name='g' n='3 2 2' max='4 1 1'/>");
  ASSERT_EQ(scene.get("g").kind(), core::TopologyKind::regularGrid);
  const auto found = scene.get("g").regularGrid()->locate({3, 0.5, 0.25});
  EXPECT_EQ(found.cell, (std::array{1, 0, 0}));
  EXPECT_EQ(found.fractions, type::Vec3(0.5, 0.5, 0.25));
}

TEST(RegularGridTopology, reinitFollowsAChangeOfSize) {
  TopologyScene scene("<RegularGridTopology name='g' max='6 1 1'/>");
  auto& g = scene.get<RegularGridTopology>("g");
  EXPECT_EQ(g.hexahedra().size(), 1u);
  const auto before = g.revision();
  g.m_grid.d_n.set({3, 2, 2});
  g.reinit();
  EXPECT_EQ(g.hexahedra().size(), 2u);
  EXPECT_EQ(g.position(1), type::Vec3(3, 0, 0));
  EXPECT_NE(g.revision(), before);
}

TEST(RegularGridTopology, textureCoordinatesRunAlongTheFirstTwoAxesWithExtent) {
  TopologyScene scene("<RegularGridTopology name='g' n='1 3 2' createTexCoords='1'/>");
  using T = type::Vec2;
  EXPECT_THAT(scene.get<RegularGridTopology>("g").m_fields.d_uv.value(),
              ElementsAre(T(0, 0), T(0.5, 0), T(1, 0), T(0, 1), T(0.5, 1), T(1, 1)));
}

}  // namespace
}  // namespace sofa::component::topology
