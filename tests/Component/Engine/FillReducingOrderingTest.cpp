// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/FillReducingOrdering.h"

#include "CapturedMessages.h"
#include "Component/SceneText.h"

namespace sofa::tests {
namespace {

using component::engine::FillReducingOrdering;

std::string scene(const std::string& method) {
  return "<RegularGridTopology name='grid' n='4 3 5' min='0 0 0' max='3 2 4'/><MechanicalObject name='dofs'/>"
         "<FillReducingOrdering name='order' " +
         method + "/>";
}

class Method : public testing::TestWithParam<std::string> {};

TEST_P(Method, RenumbersPointsAndElements) {
  const CapturedMessages messages;
  const Scene s(scene("orderingMethod='" + GetParam() + "'"));
  const auto& engine = s.first<FillReducingOrdering>();
  const auto& order = engine.d_permutation.value();
  const auto& inverse = engine.d_invPermutation.value();
  const auto& points = s.state<type::Vec3Types>().positions();
  ASSERT_EQ(order.size(), 60u);
  ASSERT_EQ(inverse.size(), 60u);
  bool moved = false;
  for (int i = 0; i < 60; ++i) {
    EXPECT_EQ(inverse[order[i]], i);
    EXPECT_EQ(engine.d_position.value()[i], points[order[i]]);
    moved |= order[i] != i;
  }
  EXPECT_TRUE(moved);
  const auto& hexahedra = s.first<core::BaseMeshTopology>().hexahedra();
  ASSERT_EQ(engine.d_hexahedra.value().size(), hexahedra.size());
  for (std::size_t e = 0; e < hexahedra.size(); ++e)
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(engine.d_position.value()[engine.d_hexahedra.value()[e][i]], points[hexahedra[e][i]]);
  EXPECT_EQ(messages.errors() + messages.warnings(), 0u);
}

INSTANTIATE_TEST_SUITE_P(All, Method, testing::Values("nestedDissection", "approximateMinimumDegree", "AMD"));

TEST(FillReducingOrdering, KeepsDisconnectedPoints) {
  const Scene s(
      "<MeshTopology position='0 0 0  1 0 0  2 0 0  3 0 0' edges='1 3'/><MechanicalObject/><FillReducingOrdering/>");
  auto order = s.first<FillReducingOrdering>().d_permutation.value();
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST(FillReducingOrdering, ReportsWhatIsMissing) {
  const auto errors = [](const std::string& text, const std::string& part) {
    const CapturedMessages messages;
    const Scene s(text);
    EXPECT_TRUE(s.first<FillReducingOrdering>().d_permutation.value().empty());
    return messages.errors(part);
  };
  EXPECT_EQ(errors("<MechanicalObject/><FillReducingOrdering/>", "No mesh is visible"), 1u);
  EXPECT_EQ(errors("<MeshTopology position='0 0 0'/><FillReducingOrdering/>", "no Vec3d state"), 1u);
  EXPECT_EQ(errors("<Node name='n'><MechanicalObject name='dofs' position='0 0 0'/></Node>"
                   "<MeshTopology position='0 0 0' edges='0 5'/><FillReducingOrdering mstate='@n/dofs'/>",
                   "point 5"),
            1u);
}

}  // namespace
}  // namespace sofa::tests
