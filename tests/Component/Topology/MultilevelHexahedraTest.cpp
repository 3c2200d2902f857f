// SPDX-License-Identifier: Apache-2.0
// Hexahedra that are blocks of voxels.
#include <gmock/gmock.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Topology/MultilevelHexahedronSetTopologyContainer.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

namespace sofa::component::topology {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::Scene;
using type::Vec3;
using Container = MultilevelHexahedronSetTopologyContainer;

/// Voxels of 1 x 2 x 0.5 of a grid that begins at (3, 0, 0), each with points of its own if they are apart.
std::string voxelsOf(const type::Vec<3, int>& n, const std::vector<Index>& voxels, const std::string& attributes,
                     bool apart = false) {
  std::vector<Vec3> x;
  const auto pointAt = [&](const Vec3& p) {
    const auto known = std::ranges::find(x, p);
    if (known != x.end() && !apart) return static_cast<Index>(known - x.begin());
    x.push_back(p);
    return static_cast<Index>(x.size() - 1);
  };
  std::vector<Hexahedron> hexahedra;
  for (const auto v : voxels) {
    const auto voxel = static_cast<int>(v);
    auto& hexahedron = hexahedra.emplace_back();
    const int corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (std::size_t k = 0; k < 8; ++k)
      hexahedron[k] = pointAt({3.0 + voxel % n[0] + corners[k][0], 2.0 * (voxel / n[0] % n[1] + corners[k][1]),
                               0.5 * (voxel / n[0] / n[1] + corners[k][2])});
  }
  return "<MultilevelHexahedronSetTopologyContainer position='" + type::toText(x) + "' hexahedra='" +
         type::toText(hexahedra) + "' resolution='" + type::toText(n) + "' idxInRegularGrid='" + type::toText(voxels) +
         "' " + attributes + "/><HexahedronSetTopologyModifier/>";
}

std::vector<Index> upTo(Index count) {
  std::vector<Index> all(count);
  for (Index i = 0; i < count; ++i) all[i] = i;
  return all;
}

TEST(MultilevelHexahedra, atLevelZeroAreTheVoxels) {
  const Scene scene(voxelsOf({2, 1, 1}, {1, 0}, ""));
  const auto& mesh = scene.first<Container>();
  EXPECT_TRUE(mesh.isValid());
  EXPECT_EQ(mesh.hexahedra().size(), 2u);
  EXPECT_EQ(mesh.nbPoints(), 12u);
  EXPECT_EQ(mesh.position(mesh.hexahedra()[0][0]), Vec3(4, 0, 0));
  EXPECT_THAT(mesh.d_idxInRegularGrid.value(), ElementsAre(1, 0));
  EXPECT_THAT(mesh.d_coarseComponents.value(), ElementsAre(0, 1));
  EXPECT_THAT(mesh.d_fineComponents.value(), ElementsAre(ElementsAre(1), ElementsAre(0)));
}

TEST(MultilevelHexahedra, holdEightVoxelsPerLevel) {
  const Scene scene(voxelsOf({4, 2, 2}, upTo(16), "level='1'"));
  const auto& mesh = scene.first<Container>();
  ASSERT_EQ(mesh.hexahedra().size(), 2u);
  EXPECT_EQ(mesh.nbPoints(), 12u) << "the two have a face in common";
  EXPECT_EQ(mesh.quads().size(), 11u);
  for (int cell = 0; cell < 2; ++cell) {
    const auto& h = mesh.hexahedra()[static_cast<std::size_t>(cell)];
    EXPECT_EQ(mesh.position(h[0]), Vec3(3 + 2 * cell, 0, 0));
    EXPECT_EQ(mesh.position(h[6]), Vec3(5 + 2 * cell, 4, 1));
  }
  EXPECT_THAT(mesh.d_fineComponents.value(),
              ElementsAre(ElementsAre(0, 1, 4, 5, 8, 9, 12, 13), ElementsAre(2, 3, 6, 7, 10, 11, 14, 15)));
  const Scene two(voxelsOf({4, 2, 2}, upTo(16), "level='2'"));
  ASSERT_EQ(two.first<Container>().hexahedra().size(), 1u);
  EXPECT_EQ(two.first<Container>().position(two.first<Container>().hexahedra()[0][6]), Vec3(7, 8, 2));
}

TEST(MultilevelHexahedra, partsThatAreApartHaveBlocksOfTheirOwn) {
  // Two layers with a gap between them, then with a voxel in the gap.
  const Scene apart(voxelsOf({2, 1, 4}, {0, 1, 4, 5}, "level='2'"));
  const auto& mesh = apart.first<Container>();
  ASSERT_EQ(mesh.hexahedra().size(), 2u);
  EXPECT_EQ(mesh.nbPoints(), 16u);
  EXPECT_EQ(mesh.position(mesh.hexahedra()[0][0]), mesh.position(mesh.hexahedra()[1][0]));
  EXPECT_THAT(mesh.d_fineComponents.value(), ElementsAre(ElementsAre(0, 1), ElementsAre(4, 5)));
  EXPECT_EQ(Scene(voxelsOf({2, 1, 4}, {0, 1, 2, 4, 5}, "level='2'")).first<Container>().hexahedra().size(), 1u);
  EXPECT_EQ(Scene(voxelsOf({2, 1, 1}, {0, 1}, "level='1'")).first<Container>().hexahedra().size(), 1u);
  EXPECT_EQ(Scene(voxelsOf({2, 1, 1}, {0, 1}, "level='1'", true)).first<Container>().hexahedra().size(), 2u)
      << "voxels side by side that have no points in common do not hang together";
}

TEST(MultilevelHexahedra, voxelsGoWithTheirBlocks) {
  const std::string text = voxelsOf({6, 1, 1}, {0, 1, 2, 3, 5}, "level='1'");
  const Scene scene(text);
  auto& mesh = scene.first<Container>();
  auto& modifier = scene.first<TopologyModifier>();
  EXPECT_THAT(mesh.d_coarseComponents.value(), ElementsAre(0, 0, 1, 1, 2));
  ASSERT_TRUE(modifier.remove({0}));
  EXPECT_THAT(mesh.d_idxInRegularGrid.value(), ElementsAre(5, 2, 3));
  EXPECT_THAT(mesh.d_coarseComponents.value(), ElementsAre(0, 1, 1));
  EXPECT_EQ(mesh.nbPoints(), 16u) << "the two that are left have none in common";
  const Scene resumed(text);
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(*scene.root, 3), *resumed.root, problem), 3) << problem;
  EXPECT_THAT(resumed.first<Container>().d_idxInRegularGrid.value(), ElementsAre(5, 2, 3));
  ASSERT_TRUE(modifier.remove({0}));
  const Hexahedron one = mesh.hexahedra()[0];
  ASSERT_TRUE(modifier.addPoints(std::vector<core::Ancestors>(4)));
  ASSERT_TRUE(modifier.add(std::vector<Hexahedron>{{one[4], one[5], one[6], one[7], 8, 9, 10, 11}}));
  EXPECT_THAT(mesh.d_idxInRegularGrid.value(), ElementsAre(2, 3)) << "what is added has no voxels";
}

TEST(MultilevelHexahedra, sayWhatIsWrong) {
  const tests::CapturedMessages said;
  const auto refused = [&](const std::string& text, const std::string& message) {
    EXPECT_FALSE(Scene(text).first<Container>().isValid()) << message;
    EXPECT_EQ(said.errors(message), 1u) << message;
  };
  refused(voxelsOf({2, 1, 1}, {0, 1}, "level='-1'"), "level=-1 must be from 0");
  refused(voxelsOf({2, 1, 1}, {0, 0}, "level='1'"), "names voxel 0 twice");
  refused(voxelsOf({2, 1, 1}, {0, 2}, "level='2'"), "level=2 puts voxels together");
  refused(
      "<MultilevelHexahedronSetTopologyContainer level='3' position='0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  "
      "0 "
      "1 1' hexahedra='0 1 2 3 4 5 6 7'/>",
      "level=3 puts voxels together");
  refused(
      "<MultilevelHexahedronSetTopologyContainer level='1' resolution='1 1 1' idxInRegularGrid='0' position='0 0 0  1 "
      "0 "
      "0  1 1 0  0 1 0  0 0 1  1 0 1  2 2 2  0 1 1' hexahedra='0 1 2 3 4 5 6 7'/>",
      "is not where voxel 0 of a regular grid is");
  EXPECT_TRUE(Scene("<MultilevelHexahedronSetTopologyContainer level='0'/>").first<Container>().isValid())
      << "hexahedra may come later";
  EXPECT_EQ(said.errors(), 5u);
}

}  // namespace
}  // namespace sofa::component::topology
