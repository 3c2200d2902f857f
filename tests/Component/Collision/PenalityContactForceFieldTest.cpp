// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/PenalityContactForceField.h"

#include <gtest/gtest.h>

#include "Sofa/Simulation/Node.h"

namespace sofa::component::collision {
namespace {

namespace vec = core::vec;
using type::Vec3;
using State = core::State<type::Vec3Types>;

class PenalityContactForceFieldTest : public testing::Test {
 protected:
  void SetUp() override {
    m_root = simulation::Node::createRoot();
    object1 = add("first", "0 0 0  1 0 0");
    object2 = add("second", "0 0.3 0  1 0.4 0.2");
    force = std::make_shared<PenalityContactForceField>();
    force->l_object1.set(object1);
    force->l_object2.set(object2);
    m_root->addComponent(force);
  }
  State* add(const char* name, const char* position) {
    const auto object = m_root->createChild(name)->add("MechanicalObject", {{"position", position}});
    object->init();
    auto* state = dynamic_cast<State*>(object.get());
    for (const auto id : {vec::force, vec::dx, vec::dforce}) state->allocate(id);
    return state;
  }
  void clear(core::VecDerivId id) {
    for (auto* state : {object1, object2})
      for (auto& v : state->writeDerivs(id)) v = Vec3::Zero();
  }
  void evaluate() {
    clear(vec::force);
    force->accumulateForceAndLinearise(params, vec::force, core::Linearisation::exact);
  }
  void multiply() {
    clear(vec::dforce);
    force->accumulateDForce(params, vec::dforce);
  }

  std::shared_ptr<simulation::Node> m_root;
  State *object1 = nullptr, *object2 = nullptr;
  std::shared_ptr<PenalityContactForceField> force;
  core::MechanicalParams params{.kFactor = 1};
};

TEST_F(PenalityContactForceFieldTest, pushesApartInProportionToThePenetration) {
  force->add({0, 0, Vec3(0, 1, 0), 0.5, 200});
  evaluate();  // penetration 0.5 - 0.3, force 200 * 0.2
  EXPECT_TRUE(object1->derivs(vec::force)[0].isApprox(Vec3(0, -40, 0), 1e-12));
  EXPECT_TRUE(object2->derivs(vec::force)[0].isApprox(Vec3(0, 40, 0), 1e-12));
  EXPECT_TRUE(object1->derivs(vec::force)[1].isZero(0));
  EXPECT_NEAR(*force->potentialEnergy(params), 0.5 * 200 * 0.2 * 0.2, 1e-12);

  object2->writeDerivs(vec::dx)[0] = Vec3(0, 1, 0);
  multiply();
  EXPECT_TRUE(object1->derivs(vec::dforce)[0].isApprox(Vec3(0, 200, 0), 1e-12));
  EXPECT_TRUE(object2->derivs(vec::dforce)[0].isApprox(Vec3(0, -200, 0), 1e-12));
}

/// A state may become shorter between the detection and the end of the solve.
TEST_F(PenalityContactForceFieldTest, contactsOfPointsThatAreGoneDoNotAct) {
  force->add({1, 1, Vec3(0, 1, 0), 0.8, 200});
  force->add({0, 0, Vec3(0, 1, 0), 0.5, 200});
  evaluate();
  object2->resize(1);
  object2->writeDerivs(vec::dx)[0] = Vec3(0, 1, 0);
  multiply();
  EXPECT_TRUE(object1->derivs(vec::dforce)[1].isZero(0));
  EXPECT_FALSE(object1->derivs(vec::dforce)[0].isZero(0));
  EXPECT_EQ(force->contacts().size(), 1u);
}

TEST_F(PenalityContactForceFieldTest, nothingBeyondTheDistance) {
  force->add({0, 0, Vec3(0, 1, 0), 0.25, 200});
  evaluate();
  object2->writeDerivs(vec::dx)[0] = Vec3(0, 1, 0);
  multiply();
  EXPECT_TRUE(object1->derivs(vec::force)[0].isZero(0));
  EXPECT_TRUE(object1->derivs(vec::dforce)[0].isZero(0));
  EXPECT_EQ(*force->potentialEnergy(params), 0);
}

TEST_F(PenalityContactForceFieldTest, productIsTheDerivativeOfTheForce) {
  force->add({0, 0, Vec3(1, 2, 2) / 3, 0.7, 30});
  force->add({1, 1, Vec3(0, 3, 4) / 5, 0.8, 50});
  const std::array<Vec3, 4> dx{Vec3(0.3, -0.2, 0.5), Vec3(-0.7, 0.1, 0.2), Vec3(0.4, 0.6, -0.1), Vec3(0.2, 0.3, 0.9)};
  object1->writeDerivs(vec::dx) = {dx[0], dx[1]};
  object2->writeDerivs(vec::dx) = {dx[2], dx[3]};
  evaluate();
  multiply();
  const double h = 1e-6;
  const auto move = [&](double step) {
    for (int i = 0; i < 2; ++i) {
      object1->writeCoords(vec::position)[i] += step * dx[i];
      object2->writeCoords(vec::position)[i] += step * dx[2 + i];
    }
    evaluate();
  };
  move(h);
  const auto forward1 = object1->derivs(vec::force), forward2 = object2->derivs(vec::force);
  move(-2 * h);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(
        object1->derivs(vec::dforce)[i].isApprox((forward1[i] - object1->derivs(vec::force)[i]) / (2 * h), 1e-6));
    EXPECT_TRUE(
        object2->derivs(vec::dforce)[i].isApprox((forward2[i] - object2->derivs(vec::force)[i]) / (2 * h), 1e-6));
  }
}

TEST_F(PenalityContactForceFieldTest, forceIsTheGradientOfTheEnergy) {
  force->add({0, 1, Vec3(1, 2, 2) / 3, 1.2, 30});
  evaluate();
  const Vec3 expected = object1->derivs(vec::force)[0];
  const double h = 1e-6;
  for (int k = 0; k < 3; ++k) {
    object1->writeCoords(vec::position)[0][k] += h;
    const double forward = *force->potentialEnergy(params);
    object1->writeCoords(vec::position)[0][k] -= 2 * h;
    EXPECT_NEAR(-(forward - *force->potentialEnergy(params)) / (2 * h), expected[k], 1e-6);
    object1->writeCoords(vec::position)[0][k] += h;
  }
}

TEST_F(PenalityContactForceFieldTest, anObstacleCountsAsFixedAndGetsNoForce) {
  force->add({0, 0, Vec3(0, 1, 0), 0.5, 200});
  force->setObstacles(false, true);
  evaluate();
  EXPECT_TRUE(object1->derivs(vec::force)[0].isApprox(Vec3(0, -40, 0), 1e-12));
  EXPECT_TRUE(object2->derivs(vec::force)[0].isZero(0));
  object2->writeDerivs(vec::dx)[0] = Vec3(0, 1, 0);  // of another solver
  multiply();
  EXPECT_TRUE(object1->derivs(vec::dforce)[0].isZero(0));
  EXPECT_TRUE(object2->derivs(vec::dforce)[0].isZero(0));
}

}  // namespace
}  // namespace sofa::component::collision
