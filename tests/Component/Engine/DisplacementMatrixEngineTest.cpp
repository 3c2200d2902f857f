// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/DisplacementMatrixEngine.h"

#include <gtest/gtest.h>

#include "CapturedMessages.h"

namespace sofa::component::engine {
namespace {

using type::Vec3;

TEST(DisplacementMatrixEngineTest, turnsAndMovesAndScales) {
  DisplacementMatrixEngine engine;
  engine.init();
  const double s = std::sqrt(0.5);
  engine.d_x0.set({{Vec3(1, 0, 0), type::Quat::Identity()}});
  engine.d_x.set({{Vec3(0, 2, 0), type::Quat(s, 0, 0, s)}});  // a quarter turn about z
  const auto moved = [&](const Vec3& p) {
    return Vec3((engine.d_displaceMats.value().at(0) * p.homogeneous()).head<3>());
  };
  EXPECT_LT((moved({1, 0, 0}) - Vec3(0, 2, 0)).norm(), 1e-12);
  EXPECT_LT((moved({2, 0, 0}) - Vec3(0, 3, 0)).norm(), 1e-12);
  engine.d_scales.set({Vec3(3, 1, 1)});
  EXPECT_LT((moved({2, 1, 0}) - Vec3(-1, 5, 0)).norm(), 1e-12);
}

TEST(DisplacementMatrixEngineTest, framesWithoutRestAreLeftOut) {
  tests::CapturedMessages log;
  DisplacementMatrixEngine engine;
  engine.init();
  engine.d_x.set({{}, {}});
  engine.d_x0.set({{}});
  EXPECT_EQ(engine.d_displaceMats.value().size(), 1u);
  EXPECT_EQ(log.warnings("x0 has 1 frames and x has 2"), 1u);
}

}  // namespace
}  // namespace sofa::component::engine
