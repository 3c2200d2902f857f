// SPDX-License-Identifier: Apache-2.0
// Vectors of a state on the device: which side is up to date, what is copied when, and what operations compute. Without
// a GPU the memory of the device is some of the host's, apart from the host views.
#include <gmock/gmock.h>

#include "CudaScenes.h"
#include "Launch.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "VectorKernels.h"

namespace sofa::test {
namespace {

namespace vec = core::vec;
using simulation::MechanicalOperations;
using simulation::TemporaryCoord;
using simulation::TemporaryDeriv;

std::string stateText(const std::string& dataTypes) {
  return sceneAround("<MechanicalObject template='" + dataTypes +
                     "' position='0 0 0 1 0 0 2 3 4' velocity='1 2 3 4 5 6 7 8 9'/>");
}

std::vector<double> values(core::BaseState& state, core::VecDerivId id) {
  const auto v = state.hostRead(id);
  return {v.begin(), v.end()};
}

class CudaStateTest : public testing::Test {
 protected:
  std::shared_ptr<simulation::Node> root = start(stateText("CudaVec3d"));
  cuda::CudaMechanicalObject<double>& state = cudaState<double>(*root);
};

TEST_F(CudaStateTest, eachSideIsCopiedOnceWhereTheOtherIsNewer) {
  Transfers transfers;
  EXPECT_TRUE(state.storage(vec::velocity).hostIsCurrent);
  EXPECT_FALSE(state.storage(vec::velocity).deviceIsCurrent);
  const double* device = state.deviceRead(vec::velocity);
  EXPECT_EQ(state.deviceRead(vec::velocity), device);
  EXPECT_EQ(transfers.toDevice(), 1u) << "the second reader finds it there";
  EXPECT_TRUE(state.storage(vec::velocity).hostIsCurrent && state.storage(vec::velocity).deviceIsCurrent);

  state.scale(vec::velocity, 2);
  EXPECT_FALSE(state.storage(vec::velocity).hostIsCurrent);
  EXPECT_EQ(transfers.toHost(), 0u) << "nobody looked at it";
  EXPECT_EQ(values(state, vec::velocity)[8], 18);
  EXPECT_EQ(state.derivs(vec::velocity)[0], type::Vec3(2, 4, 6));
  EXPECT_EQ(transfers.toHost(), 1u);

  state.hostWrite(vec::velocity)[0] = 7;
  EXPECT_FALSE(state.storage(vec::velocity).deviceIsCurrent);
  EXPECT_EQ(state.dot(vec::velocity, vec::velocity), 7 * 7 + 16 + 36 + 4 * (16 + 25 + 36 + 49 + 64 + 81));
  EXPECT_EQ(transfers.toDevice(), 2u);
  EXPECT_EQ(transfers.toHost(), 1u);
}

TEST_F(CudaStateTest, whatTheDeviceMovesIsNotTakenForUnchanged) {
  root = start(sceneAround("<MechanicalObject template='CudaVec3d' position='0 0 0 4 0 0'/><SphereCollisionModel/>"));
  auto& moved = cudaState<double>(*root);
  simulation::animate(*root);
  moved.scale(vec::velocity, 0);
  moved.writeDerivs(vec::velocity)[1] = type::Vec3(6, 0, 0);
  moved.integrate(vec::position, vec::position, vec::velocity, 0.5);
  simulation::animate(*root);
  EXPECT_EQ(root->d_bbox.value().max[0], 8);
}

TEST_F(CudaStateTest, whoReadsADataSeesWhatTheDeviceWrote) {
  const Transfers transfers;
  state.integrate(vec::position, vec::position, vec::velocity, 0.5);
  EXPECT_EQ(state.d_position.value()[2], type::Vec3(5.5, 7, 8.5));
  EXPECT_EQ(state.d_position.value()[1], type::Vec3(3, 2.5, 3));
  EXPECT_EQ(transfers.toHost(), 1u);
}

TEST_F(CudaStateTest, whatIsWrittenToADataReachesTheDevice) {
  state.scale(vec::velocity, 2);
  state.d_velocity.edit()[0] = type::Vec3(100, 0, 0);
  EXPECT_EQ(state.largestMagnitude(vec::velocity), 100);
  EXPECT_EQ(values(state, vec::velocity), (std::vector<double>{100, 0, 0, 8, 10, 12, 14, 16, 18}));
  state.scale(vec::velocity, 0.5);
  state.d_velocity.set(std::vector<type::Vec3>(3, type::Vec3(1, 1, 1)));
  EXPECT_EQ(state.dot(vec::velocity, vec::velocity), 9);
}

TEST_F(CudaStateTest, vectorsThatFollowAnotherSeeItMoved) {
  const auto other =
      start(sceneAround("<MechanicalObject template='CudaVec3d' name='a' position='0 0 0 1 0 0'/>"
                        "<Node name='n'><MechanicalObject name='b' position='@../a.position'/></Node>"));
  auto& leader = cudaState<double>(*other);
  leader.hostWrite(vec::velocity)[0] = 4;
  leader.integrate(vec::position, vec::position, vec::velocity, 0.5);
  EXPECT_EQ(core::localMechanicalState(*other->children()[0])->hostRead(vec::position)[0], 2);
}

TEST_F(CudaStateTest, positionsThatFollowADataLeaveItAndTakeItsNextChange) {
  const auto other =
      start(sceneAround("<MechanicalObject name='a' position='0 0 0 1 0 0'/>"
                        "<Node name='n'><MechanicalObject template='CudaVec3d' name='b' "
                        "position='@../a.position' velocity='1 0 0 1 0 0'/></Node>"));
  auto& follower = cudaState<double>(*other);
  follower.integrate(vec::position, vec::position, vec::velocity, 3);
  EXPECT_EQ(follower.d_position.value()[1], type::Vec3(4, 0, 0)) << "what it follows did not change since";
  follower.integrate(vec::position, vec::position, vec::velocity, 1);
  core::localMechanicalState(*other)->hostWrite(vec::position)[0] = 10;
  EXPECT_EQ(follower.d_position.value()[0], type::Vec3(10, 0, 0));
  follower.integrate(vec::position, vec::position, vec::velocity, 1);
  EXPECT_EQ(follower.hostRead(vec::position)[0], 11);
  core::localMechanicalState(*other)->hostWrite(vec::position)[0] = 20;
  EXPECT_EQ(follower.largestMagnitude(vec::position), 20) << "the device asks too";
}

TEST_F(CudaStateTest, capacityIsApartFromSize) {
  const TemporaryDeriv v;
  state.allocate(v);
  state.clear(v);
  state.resize(100);
  const double* const place = state.deviceRead(v);
  state.clear(v);
  state.resize(2);
  EXPECT_EQ(state.storage(v).size, 2u);
  EXPECT_GE(state.storage(v).capacity, 100u);
  state.resize(90);
  EXPECT_EQ(state.deviceRead(v), place);
  EXPECT_THAT(values(state, v), testing::Each(0.0));
  EXPECT_EQ(values(state, v).size(), 270u);
}

TEST_F(CudaStateTest, vectorsOfSolversComeIntoBeingWhenAskedFor) {
  const TemporaryCoord x;
  const TemporaryDeriv v;
  EXPECT_FALSE(state.has(x));
  EXPECT_FALSE(state.has(v));
  EXPECT_EQ(state.coords(x)[2], type::Vec3(2, 3, 4)) << "the points stay where they are";
  EXPECT_EQ(values(state, v), std::vector<double>(9, 0.0));
  EXPECT_TRUE(state.has(x) && state.has(v));
  state.release(v);
  EXPECT_FALSE(state.has(v));
}

TEST(CudaStates, computeWhatStatesOfTheHostDo) {
  for (const std::string dataTypes : {"CudaVec3d", "CudaVec3f"}) {
    const auto run = [](const std::string& text) {
      const auto root = start(text);
      MechanicalOperations ops;
      ops.bind(*root);
      const TemporaryDeriv p, q, r;
      const TemporaryCoord x;
      std::vector<double> results;
      ops.copy(p, vec::velocity);
      ops.clear(q);
      ops.addScaled(q, p, 2);
      ops.sum(r, p, q, -0.25);
      ops.scale(r, 4);
      results.push_back(ops.dot(r, p));
      results.push_back(ops.stepAndResidual(q, p, r, q, 0.5));
      ops.copy(x, vec::position);
      ops.advance(vec::velocity, vec::velocity, q, 0.5, vec::position, x, 0.25);
      results.push_back(ops.squaredDistance(vec::position, x));
      results.push_back(ops.dot(x, vec::position));
      ops.difference(p, vec::position, x);
      ops.threshold(p, 4);
      auto& state = *core::localMechanicalState(*root);
      state.hostWrite(vec::externalForce)[4] = 8;
      state.addExternalForce(q);
      type::BoundingBox box;
      state.includePoints(box);
      for (const type::Vec3& corner : {box.min, box.max}) results.insert(results.end(), corner.begin(), corner.end());
      results.push_back(state.largestMagnitude(vec::position));
      std::vector<double> gathered(9);
      EXPECT_TRUE(state.gather(q, gathered));
      EXPECT_FALSE(state.gather(q, std::span(gathered).first(6)));
      state.scatter(gathered, r);
      for (const core::VecDerivId id : {core::VecDerivId(p), core::VecDerivId(q), core::VecDerivId(r)})
        for (const double v : values(state, id)) results.push_back(v);
      return results;
    };
    // Small whole and binary numbers: exact in both precisions.
    EXPECT_EQ(run(stateText(dataTypes)), run(stateText("Vec3d"))) << dataTypes;
  }
}

TEST(CudaStates, ofSinglePrecisionHoldFloats) {
  const auto root = start(stateText("CudaVec3f"));
  auto& state = cudaState<float>(*root);
  EXPECT_EQ(state.storage(vec::velocity).scalar, core::VectorStorage::Scalar::float32);
  state.hostWrite(vec::velocity)[0] = 0.1;
  state.scale(vec::velocity, 1);
  EXPECT_EQ(state.hostRead(vec::velocity)[0], double(0.1f));
  EXPECT_EQ(state.hostRead(vec::velocity)[1], 2);
}

TEST(CudaStates, tellWhatIsNotFinite) {
  const auto root = start(stateText("CudaVec3d"));
  auto& state = cudaState<double>(*root);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
    state.hostWrite(vec::velocity)[4] = bad;
    EXPECT_FALSE(std::isfinite(state.largestMagnitude(vec::velocity)));
  }
}

TEST(Reductions, areTheSameForAnyNumberOfThreads) {
  for (const std::size_t n : {0u, 1u, 127u, 128u, 129u, 4095u, 4096u, 4097u, 50000u}) {
    std::vector<float> a(n);
    double direct = 0;
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = static_cast<float>(i % 101) * 0.37f - 11;
      direct += double(a[i]) * double(a[i]);
    }
    cuda::DeviceVector<float> v;
    v.assign(a);
    const double one = cuda::reduce(n, cuda::Dot<float>(v.data(), v.data()));
    EXPECT_NEAR(one, direct, 1e-12 * direct) << n;
    for (const int threads : {2, 4}) {
      helper::setThreadCount(threads);
      EXPECT_EQ(cuda::reduce(n, cuda::Dot<float>(v.data(), v.data())), one) << n;
    }
    helper::setThreadCount(1);
  }
}

TEST(Devices, sayWhatTheyRunOn) {
  const auto& device = cuda::Device::instance();
  EXPECT_EQ(device.description().find("on the host") == std::string::npos, device.isGpu()) << device.description();
  EXPECT_EQ(device.description().find('\n'), std::string::npos) << "one line";
}

TEST(Devices, areNamedByNumber) {
  EXPECT_EQ(cuda::deviceNumber("0"), 0);
  EXPECT_EQ(cuda::deviceNumber("12"), 12);
  for (const char* text : {"", "-1", "1.5", "0x1", "one", " 1", "99999999999999999999"})
    EXPECT_EQ(cuda::deviceNumber(text), -1) << text;
}

}  // namespace
}  // namespace sofa::test
