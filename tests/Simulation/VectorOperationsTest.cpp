// SPDX-License-Identifier: Apache-2.0
// Vector operations on states below a node.
#include <gtest/gtest.h>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "SolidScenes.h"

namespace sofa::test {
namespace {

namespace vec = core::vec;
using simulation::MechanicalOperations;
using simulation::TemporaryCoord;
using simulation::TemporaryDeriv;

std::string numbers(std::size_t count, double factor) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += std::to_string(factor * static_cast<double>(i % 17 + 1)) + " ";
  return text;
}

/// Two states, the second with a mapped one below it.
class Vectors : public testing::Test {
 protected:
  std::shared_ptr<simulation::Node> root = start(
      "<Node name='r'><DefaultAnimationLoop/><Node name='a'><MechanicalObject position='0 0 0 1 0 0' velocity='1 2 3 4 "
      "5 6'/></Node>"
      "<Node name='b'><MechanicalObject template='Rigid3' position='0 0 0 0 0 0 1' velocity='1 0 0 0 0 2'/>"
      "<Node name='c'><MechanicalObject position='1 0 0'/><RigidMapping/></Node></Node></Node>");
  core::BaseState& a = *core::localMechanicalState(*root->children()[0]);
  core::BaseState& b = *core::localMechanicalState(*root->children()[1]);
  core::BaseState& c = *core::localMechanicalState(*root->children()[1]->children()[0]);
  MechanicalOperations ops;
  void SetUp() override { ops.bind(*root); }

  static std::vector<double> flat(core::BaseState& state, core::VecDerivId id) {
    const auto values = state.hostRead(id);
    return {values.begin(), values.end()};
  }
  using Values = std::vector<double>;
};

TEST_F(Vectors, unmappedStatesOnly) {
  EXPECT_EQ(ops.graph().unmapped, (std::vector<core::BaseState*>{&a, &b}));
  EXPECT_EQ(ops.graph().solved.states, (std::vector<core::BaseState*>{&a, &b, &c}));
}

TEST_F(Vectors, sumsAndCopies) {
  const TemporaryDeriv p, q;
  ops.copy(p, vec::velocity);
  EXPECT_EQ(flat(a, p), (Values{1, 2, 3, 4, 5, 6}));
  ops.clear(q);
  EXPECT_EQ(flat(b, q), (Values{0, 0, 0, 0, 0, 0}));
  ops.addScaled(q, p, 2);
  EXPECT_EQ(flat(a, q), (Values{2, 4, 6, 8, 10, 12}));
  ops.sum(q, p, q, -1);
  EXPECT_EQ(flat(b, q), (Values{-1, 0, 0, 0, 0, -2}));
  ops.scale(q, -0.5);
  EXPECT_EQ(flat(a, q), (Values{0.5, 1, 1.5, 2, 2.5, 3}));
  EXPECT_FALSE(c.has(q));
}

TEST_F(Vectors, dotProductsRunOverAllStates) {
  EXPECT_EQ(ops.dot(vec::velocity, vec::velocity), 1 + 4 + 9 + 16 + 25 + 36 + 1 + 4);
}

TEST_F(Vectors, stepAndResidual) {
  const TemporaryDeriv s, p, r, q;
  ops.clear(s);
  ops.copy(p, vec::velocity);
  ops.copy(r, vec::velocity);
  ops.copy(q, vec::velocity);
  ops.scale(q, 2);
  EXPECT_EQ(ops.stepAndResidual(s, p, r, q, 0.25), 96 / 4.0);
  EXPECT_EQ(flat(a, s), (Values{0.25, 0.5, 0.75, 1, 1.25, 1.5}));
  EXPECT_EQ(flat(a, r), (Values{0.5, 1, 1.5, 2, 2.5, 3}));
}

TEST_F(Vectors, integrationTurnsFrames) {
  ops.integrate(vec::position, vec::position, vec::velocity, 0.5);
  const auto x = a.hostRead(vec::position);
  EXPECT_EQ(Values(x.begin(), x.end()), (Values{0.5, 1, 1.5, 3, 2.5, 3}));
  const auto frame = b.hostRead(vec::position);
  EXPECT_EQ(frame[0], 0.5);
  EXPECT_NEAR(frame[5], std::sin(0.5), 1e-15) << "half of the angle 2 * 0.5";
  EXPECT_NEAR(frame[6], std::cos(0.5), 1e-15);
}

TEST_F(Vectors, advanceMovesByTheNewVelocity) {
  ops.advance(vec::velocity, vec::velocity, vec::velocity, 1, vec::position, vec::position, 0.1);
  EXPECT_EQ(flat(a, vec::velocity), (Values{2, 4, 6, 8, 10, 12}));
  EXPECT_DOUBLE_EQ(a.hostRead(vec::position)[1], 0.4);
}

TEST_F(Vectors, positionsAreSubtractedByCoordinates) {
  const TemporaryCoord before;
  const TemporaryDeriv d;
  ops.copy(before, vec::position);
  EXPECT_EQ(ops.squaredDistance(vec::position, before), 0);
  a.integrate(vec::position, vec::position, vec::velocity, 2);
  b.hostWrite(vec::position)[1] = 3;
  b.hostWrite(vec::position)[3] = 1;
  EXPECT_EQ(ops.squaredDistance(vec::position, before), 4 * (1 + 4 + 9 + 16 + 25 + 36) + 9 + 1);
  ops.difference(d, vec::position, before);
  EXPECT_EQ(flat(a, d), (Values{2, 4, 6, 8, 10, 12}));
}

TEST_F(Vectors, liveOnTheHost) {
  const auto storage = a.storage(vec::velocity);
  EXPECT_EQ(storage.size, 2u);
  EXPECT_GE(storage.capacity, 2u);
  EXPECT_EQ(storage.scalar, core::VectorStorage::Scalar::float64);
  EXPECT_TRUE(storage.hostIsCurrent);
  EXPECT_FALSE(storage.deviceIsCurrent);
  EXPECT_EQ(a.hostTypesName(), a.dataTypesName());
}

TEST_F(Vectors, areGatheredWhereTheyHaveThatLength) {
  std::vector<double> part(6);
  EXPECT_TRUE(a.gather(vec::velocity, part));
  EXPECT_EQ(part, (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(b.gather(vec::velocity, std::span(part).first(3)));
  part[5] = 60;
  a.scatter(part, vec::velocity);
  EXPECT_EQ(a.largestMagnitude(vec::velocity), 60);
}

TEST_F(Vectors, externalForcesAreAddedToThePointsThatHaveOne) {
  const TemporaryDeriv f;
  a.allocate(f);
  a.addExternalForce(f);
  a.hostWrite(vec::externalForce)[4] = 3;
  a.addExternalForce(f);
  a.addExternalForce(f);
  EXPECT_EQ(flat(a, f), (Values{0, 0, 0, 0, 6, 0}));
  a.release(vec::externalForce);
  a.addExternalForce(f);
  EXPECT_EQ(flat(a, f)[4], 6);
}

TEST_F(Vectors, mappedStatesCanBeClearedAlone) {
  const TemporaryDeriv p;
  ops.copy(p, vec::velocity);
  c.allocate(p);
  c.hostWrite(p)[1] = 7;
  ops.clearMapped(p);
  EXPECT_EQ(flat(c, p)[1], 7) << "nothing is to come of a state on which nothing acts";
  c.hostWrite(vec::externalForce)[0] = 1;
  ops.clearMapped(p);
  EXPECT_EQ(flat(c, p), (Values{0, 0, 0}));
  EXPECT_EQ(flat(a, p), (Values{1, 2, 3, 4, 5, 6}));
}

// A mass of 2 and springs of stiffness 3 on a mapped point: m M v + k K v, the springs through J^T.
TEST(MechanicalProducts, withVelocitiesReachThroughMappings) {
  const auto root = start(
      "<Node name='r' gravity='0 -10 0'><DefaultAnimationLoop/><MechanicalObject position='1 5 0' velocity='1 2 3'/>"
      "<UniformMass vertexMass='2'/><Node name='c'><MechanicalObject position='1 5 0' "
      "rest_position='1 5 0'/><IdentityMapping/><RestShapeSpringsForceField stiffness='3'/></Node></Node>");
  MechanicalOperations ops;
  ops.bind(*root);
  const TemporaryDeriv df;
  core::MechanicalParams params;
  params.mFactor = 0.5;
  params.kFactor = 2;
  auto& mapped = *core::localMechanicalState(*root->children()[0]);
  mapped.allocate(df);
  mapped.hostWrite(df)[0] = 99;  // left from something else: must not be counted
  ops.clear(df);
  ops.addMBKv(params, df);
  const auto values = core::localMechanicalState(*root)->hostRead(df);
  EXPECT_EQ(std::vector(values.begin(), values.end()), (std::vector<double>{1 - 6, 2 - 12, 3 - 18}));
  EXPECT_EQ(ops.potentialEnergy({}).known, 2 * 10 * 5) << "of the weight: the springs are at rest";
}

/// What stands in the vector of a product does not count, and all that acts on a body does, wherever it stands: m M + k
/// K of two bodies of which a spring of stiffness 3 at rest, along x, holds the one to the other.
TEST(MechanicalProducts, OfBodiesThatForcesOfOtherNodesHold) {
  const std::string spring =
      "<SpringForceField object1='@/a/dofs' object2='@/b/dofs' spring='0 0 3 0 1' template='Vec3'/>";
  const std::string hold = "<RestShapeSpringsForceField stiffness='5'/>", weigh = "<UniformMass vertexMass='2'/>";
  const auto body = [](const std::string& name, const std::string& x, const std::string& acts) {
    return "<Node name='" + name + "'><MechanicalObject name='dofs' position='" + x + " 0 0'/>" + acts + "</Node>";
  };
  for (const std::string& scene :
       {body("a", "0", weigh + hold) + body("b", "1", weigh + hold) + spring,
        body("a", "0", weigh + hold) + body("b", "1", weigh + hold) + "<Node>" + spring + "</Node>",
        body("a", "0", hold + weigh) + body("b", "1", weigh + spring + hold)}) {
    SCOPED_TRACE(scene);
    const auto root = start("<Node name='r'><DefaultAnimationLoop/>" + scene + "</Node>");
    MechanicalOperations ops;
    ops.bind(*root);
    const TemporaryDeriv p, q;
    core::MechanicalParams params;
    params.dx = p;
    params.mFactor = 0.5;
    params.kFactor = -2;
    ops.computeForceAndLinearise(params, vec::force);
    const auto stateOf = [&](const char* name) {
      const auto& nodes = root->children();
      return core::localMechanicalState(**std::ranges::find(nodes, name, [](auto& node) { return node->name(); }));
    };
    auto &a = *stateOf("a"), &b = *stateOf("b");
    for (auto* state : {&a, &b}) {
      state->allocate(p);
      state->allocate(q);
      std::ranges::fill(state->hostWrite(q), 99);
    }
    std::ranges::copy(std::vector<double>{1, 2, 3}, a.hostWrite(p).begin());
    std::ranges::copy(std::vector<double>{5, 6, 7}, b.hostWrite(p).begin());
    ops.multiply(params, q);
    const auto flat = [&](const core::BaseState& state) {
      const auto values = state.hostRead(q);
      return std::vector(values.begin(), values.end());
    };
    EXPECT_EQ(flat(a), (std::vector<double>{1 + 10 - 24, 2 + 20, 3 + 30}));
    EXPECT_EQ(flat(b), (std::vector<double>{5 + 50 + 24, 6 + 60, 7 + 70}));
  }
}

TEST_F(Vectors, smallEntriesBecomeZero) {
  const TemporaryDeriv p;
  ops.copy(p, vec::velocity);
  c.allocate(p);
  ops.threshold(p, 4);
  EXPECT_EQ(flat(a, p), (Values{0, 0, 0, 4, 5, 6})) << "|(1,2,3)|^2 = 14 < 16";
  EXPECT_EQ(flat(b, p), (Values{0, 0, 0, 0, 0, 0}));
}

TEST_F(Vectors, temporariesOfDifferentOwnersNeverShareMemory) {
  const TemporaryDeriv p;
  int former = 0;
  {
    const TemporaryDeriv q;
    former = static_cast<core::VecDerivId>(q).index;
    EXPECT_NE(static_cast<core::VecDerivId>(p).index, former);
  }
  const TemporaryDeriv again;
  EXPECT_EQ(static_cast<core::VecDerivId>(again).index, former) << "ids are used again";
}

TEST_F(Vectors, archivesOfAVector) {
  core::Archive out;
  ops.archive(out, vec::velocity);
  ops.scale(vec::velocity, 0);
  core::Archive in(out.bytes());
  ops.archive(in, vec::velocity);
  EXPECT_TRUE(in.isGood() && in.atEnd());
  EXPECT_EQ(flat(a, vec::velocity), (Values{1, 2, 3, 4, 5, 6}));
  core::Archive cut(std::string_view(out.bytes()).substr(0, 20));
  ops.archive(cut, vec::velocity);
  EXPECT_FALSE(cut.isGood());
}

TEST(LargeVectors, sumsDoNotDependOnThreads) {
  constexpr std::size_t points = 20000;
  const auto root = start("<Node name='r'><DefaultAnimationLoop/><MechanicalObject position='" +
                          numbers(3 * points, 0.1) + "' velocity='" + numbers(3 * points, 0.3) + "'/></Node>");
  MechanicalOperations ops;
  ops.bind(*root);
  const double one = ops.dot(vec::velocity, vec::velocity);
  double direct = 0;
  for (const double v : core::localMechanicalState(*root)->hostRead(vec::velocity)) direct += v * v;
  EXPECT_NEAR(one, direct, 1e-10 * direct);
  for (const int threads : {2, 3, 4}) {
    helper::setThreadCount(threads);
    EXPECT_EQ(ops.dot(vec::velocity, vec::velocity), one);
  }
  helper::setThreadCount(1);
}

}  // namespace
}  // namespace sofa::test
