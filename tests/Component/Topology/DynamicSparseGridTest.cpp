// SPDX-License-Identifier: Apache-2.0
// Hexahedra that know their voxels.
#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/Topology/DynamicSparseGridTopologyContainer.h"
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Simulation/Run/Checkpoint.h"

namespace sofa::component::topology {
namespace {

using tests::Scene;

/// Three voxels of 2 x 1 x 1 in a row.
std::string rowOfVoxels(const std::string& attributes) {
  std::string positions, hexahedra;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 4; ++x) positions += fmt::format("{} {} {} ", 2 * x, y, z);
  for (int x = 0; x < 3; ++x)
    hexahedra += fmt::format("{} {} {} {} {} {} {} {} ", x, x + 1, x + 5, x + 4, x + 8, x + 9, x + 13, x + 12);
  return "<DynamicSparseGridTopologyContainer position='" + positions + "' hexahedra='" + hexahedra + "' " +
         attributes + "/><DynamicSparseGridTopologyModifier removeIsolated='0'/><DynamicSparseGridGeometryAlgorithms/>";
}
const std::string voxels = "resolution='3 1 1' voxelSize='2 1 1' idxInRegularGrid='0 1 2'";
using Values = DynamicSparseGridTopologyContainer::Values;

TEST(DynamicSparseGrid, knowsItsVoxels) {
  const Scene scene(rowOfVoxels(voxels + " valuesIndexedInRegularGrid='7 8 9'"));
  const auto& grid = scene.first<DynamicSparseGridTopologyContainer>();
  EXPECT_TRUE(grid.isValid());
  EXPECT_EQ(grid.d_valuesInTopology.value(), (Values{7, 8, 9}));
  EXPECT_EQ(grid.d_hexahedronOfVoxel.value(), (std::map<Index, Index>{{0, 0}, {1, 1}, {2, 2}}));
}

TEST(DynamicSparseGrid, voxelsFollowChanges) {
  const Scene scene(rowOfVoxels(voxels));
  auto& grid = scene.first<DynamicSparseGridTopologyContainer>();
  auto& modifier = scene.first<TopologyModifier>();
  EXPECT_EQ(grid.d_valuesInGrid.value(), (Values{255, 255, 255}));
  const Hexahedron first = grid.hexahedra()[0];
  EXPECT_TRUE(modifier.remove({0}));
  EXPECT_EQ(grid.d_idxInRegularGrid.value(), (std::vector<Index>{2, 1}));
  EXPECT_EQ(grid.d_hexahedronOfVoxel.value(), (std::map<Index, Index>{{1, 1}, {2, 0}}));
  EXPECT_EQ(grid.d_valuesInGrid.value(), (Values{0, 255, 255}));
  EXPECT_TRUE(modifier.add(std::vector<Hexahedron>{first}));
  EXPECT_EQ(grid.d_idxInRegularGrid.value(), (std::vector<Index>{2, 1, 0}));
  EXPECT_EQ(grid.d_valuesInGrid.value(), (Values{255, 255, 255}));
}

TEST(DynamicSparseGrid, goesOnFromASavedState) {
  const std::string text = rowOfVoxels(voxels + " valuesIndexedInRegularGrid='7 8 9'");
  const Scene scene(text), resumed(text);
  ASSERT_TRUE(scene.first<TopologyModifier>().remove({0}));
  std::string problem;
  ASSERT_EQ(simulation::restoreState(simulation::savedState(*scene.root, 1), *resumed.root, problem), 1) << problem;
  const auto& grid = resumed.first<DynamicSparseGridTopologyContainer>();
  EXPECT_EQ(grid.d_idxInRegularGrid.value(), (std::vector<Index>{2, 1}));
  EXPECT_EQ(grid.d_hexahedronOfVoxel.value(), (std::map<Index, Index>{{1, 1}, {2, 0}}));
  EXPECT_EQ(grid.d_valuesInGrid.value(), (Values{0, 8, 9}));
  EXPECT_EQ(grid.d_valuesInTopology.value(), (Values{9, 8}));
}

TEST(DynamicSparseGrid, saysWhatIsMissing) {
  const tests::CapturedMessages messages;
  EXPECT_FALSE(Scene(rowOfVoxels("")).first<DynamicSparseGridTopologyContainer>().isValid());
  EXPECT_EQ(messages.errors("VoxelGridLoader"), 1u);
  Scene(rowOfVoxels("resolution='3 1 1' idxInRegularGrid='0 1 3'"));
  EXPECT_EQ(messages.errors("VoxelGridLoader"), 2u);
  Scene("<HexahedronSetTopologyContainer/><DynamicSparseGridTopologyModifier/>");
  EXPECT_EQ(messages.errors("is no DynamicSparseGridTopologyContainer"), 1u);
}

}  // namespace
}  // namespace sofa::component::topology
