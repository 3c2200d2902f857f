// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include "Sofa/Component/LinearSolver/PrecomputedLinearSolver.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "TemporaryFolder.h"

namespace sofa::tests {
namespace {

using Precomputed = component::linearsolver::PrecomputedLinearSolver;

/// The working directory while it lives.
class InFolder {
 public:
  InFolder() : m_before(std::filesystem::current_path()) { std::filesystem::current_path(folder.path()); }
  ~InFolder() { std::filesystem::current_path(m_before); }
  TemporaryFolder folder;

 private:
  std::filesystem::path m_before;
};

std::string scene(const std::string& solver, const std::string& stiffness = "30") {
  return "<EulerImplicitSolver/>" + solver +
         "<MechanicalObject position='0 0 0  1 0 0'/><UniformMass vertexMass='2'/>"
         "<SpringForceField spring='0 1 " +
         stiffness + " 0 0.5'/><RestShapeSpringsForceField points='0' stiffness='" + stiffness + "'/>";
}

const std::string file = "root-6-0.1.comp";
const std::string precomputedAttributes = "dt='0.1' gravity='0 0 -1'";

std::vector<double> positions(const Scene& s) {
  const auto flat = s.state<type::Vec3Types>().hostRead(core::vec::position);
  return {flat.begin(), flat.end()};
}

TEST(PrecomputedLinearSolver, KeepsTheFirstMatrix) {
  const InFolder in;
  const Scene exact(scene("<SparseLDLSolver/>"), precomputedAttributes);
  const Scene frozen(scene("<PrecomputedLinearSolver use_file='false'/>"), precomputedAttributes);
  exact.step();
  frozen.step();
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(positions(frozen)[i], positions(exact)[i], 1e-14);
  const auto& system = *frozen.first<Precomputed>().linearSystem();
  const auto version = system.version();
  exact.step(5);
  frozen.step(5);
  EXPECT_EQ(system.version(), version);
  double difference = 0;
  for (int i = 0; i < 6; ++i) difference += std::abs(positions(frozen)[i] - positions(exact)[i]);
  EXPECT_GT(difference, 1e-6);  // the spring turned
  EXPECT_LT(difference, 0.1);
  EXPECT_FALSE(in.folder.has(file));
}

TEST(PrecomputedLinearSolver, WritesTheInverseTimesTheStepAndReadsItBack) {
  const InFolder in;
  const std::string text = scene("<PrecomputedLinearSolver printLog='true'/>");
  const Scene first(text, precomputedAttributes);
  first.step(3);
  ASSERT_EQ(in.folder.read(file).size(), 36 * sizeof(double));
  Eigen::Matrix<double, 6, 6, Eigen::RowMajor> stored;
  std::memcpy(stored.data(), in.folder.read(file).data(), sizeof stored);
  const auto a = first.first<Precomputed>().linearSystem()->matrix()->dense();
  EXPECT_LT((a * stored / 0.1 - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-12);
  CapturedMessages messages;
  const Scene second(text, precomputedAttributes);
  second.step(3);
  EXPECT_EQ(messages.count(helper::Severity::Info, "read from " + file), 1u);
  EXPECT_EQ(positions(second), positions(first));
}

TEST(PrecomputedLinearSolver, SaysThatTheFileIsWrittenWithTheFirstMatrixOnly) {
  const InFolder in;
  const Scene s(scene("<PrecomputedLinearSolver use_file='false'/>"), precomputedAttributes);
  s.step();
  const CapturedMessages messages;
  s.first<Precomputed>().d_use_file.set(true);
  s.step(2);
  EXPECT_EQ(messages.warnings("use_file was changed after initialisation"), 1u);
  EXPECT_FALSE(in.folder.has(file));
}

class BadFile : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(BadFile, IsReportedAndReplaced) {
  const InFolder in;
  in.folder.write(file, GetParam().first);
  CapturedMessages messages;
  const Scene s(scene("<PrecomputedLinearSolver/>"), precomputedAttributes);
  s.step();
  EXPECT_EQ(messages.warnings(GetParam().second), 1u);
  EXPECT_EQ(messages.errors(), 0u);
  const Scene exact(scene("<SparseLDLSolver/>"), precomputedAttributes);
  exact.step();
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(positions(s)[i], positions(exact)[i], 1e-14);
  const Scene again(scene("<PrecomputedLinearSolver/>"), precomputedAttributes);
  again.step();
  EXPECT_EQ(messages.warnings(GetParam().second), 1u);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadFile,
    testing::Values(std::pair{std::string("short"), std::string("5 bytes")},
                    std::pair{std::string(), std::string("0 bytes")},
                    std::pair{std::string(36 * 8 + 1, 'x'), std::string("289 bytes")},
                    std::pair{std::string(36 * 8, '\xff'), std::string("does not hold the inverse")},
                    std::pair{std::string(36 * 8, '\0'), std::string("does not hold the inverse")}));

TEST(PrecomputedLinearSolver, DoesNotTakeTheInverseOfAnotherScene) {
  const InFolder in;
  const Scene stiff(scene("<PrecomputedLinearSolver/>", "300"), precomputedAttributes);
  stiff.step();
  CapturedMessages messages;
  const Scene s(scene("<PrecomputedLinearSolver/>"), precomputedAttributes);
  s.step();
  EXPECT_EQ(messages.warnings("does not hold the inverse of the matrix of this scene"), 1u);
}

TEST(PrecomputedLinearSolver, CarriesTheInverseThroughCheckpoints) {
  const Scene s(scene("<PrecomputedLinearSolver use_file='false'/>"), precomputedAttributes);
  s.step(2);
  core::Archive out;
  s.first<Precomputed>().archive(out);
  const Scene other(scene("<PrecomputedLinearSolver use_file='false'/>", "77"), precomputedAttributes);
  core::Archive in(out.bytes());
  other.first<Precomputed>().archive(in);
  EXPECT_TRUE(in.isGood() && in.atEnd());
  other.step();
  const std::vector<double> b(6, 1.0);
  std::vector<double> x(6), y(6);
  s.first<Precomputed>().MatrixSolver::solve(b, x);
  other.first<Precomputed>().MatrixSolver::solve(b, y);
  EXPECT_EQ(x, y);
}

TEST(PrecomputedLinearSolver, SaysThatASingularMatrixHasNoInverse) {
  CapturedMessages messages;
  const Scene s(
      "<EulerImplicitSolver/><PrecomputedLinearSolver use_file='false'/><MechanicalObject position='0 0 0'/>");
  s.step(3);
  EXPECT_EQ(messages.errors("has no inverse"), 1u);
  EXPECT_EQ(positions(s), std::vector<double>(3, 0.0));
}

}  // namespace
}  // namespace sofa::tests
