// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "CapturedMessages.h"
#include "Component/SceneText.h"
#include <sofa/core/behavior/Mass.h>
#include <sofa/core/behavior/ProjectiveConstraintSet.h>
#include "Sofa/Core/Service/ObjectFactory.h"

/// Components that assemble with addKToMatrix, addBToMatrix, addMToMatrix and applyConstraint on a matrix.
namespace sofa::tests {
namespace {

using Vec3Types = defaulttype::Vec3Types;
using core::behavior::MultiMatrixAccessor;
using linearalgebra::BaseMatrix;

/// f = -k x - c v of every point.
class OldSprings : public core::behavior::ForceField<Vec3Types> {
 public:
  SOFA_CLASS(OldSprings, core::behavior::ForceField<Vec3Types>);
  Data<double> d_stiffness, d_damping;
  OldSprings()
      : d_stiffness(initData(&d_stiffness, 20.0, "stiffness", "N/m")),
        d_damping(initData(&d_damping, 0.5, "damping", "N.s/m")) {}

  void addForce(const core::MechanicalParams*, DataVecDeriv& f, const DataVecCoord& x, const DataVecDeriv& v) override {
    for (std::size_t i = 0; i < x.getValue().size(); ++i)
      (*f.beginEdit())[i] -= d_stiffness.getValue() * x.getValue()[i] + d_damping.getValue() * v.getValue()[i];
  }
  void addDForce(const core::MechanicalParams* mparams, DataVecDeriv& df, const DataVecDeriv& dx) override {
    const double k = mparams->kFactorIncludingRayleighDamping(rayleighStiffness.getValue()) * d_stiffness.getValue() +
                     mparams->bFactor() * d_damping.getValue();
    for (std::size_t i = 0; i < dx.getValue().size(); ++i) (*df.beginEdit())[i] -= k * dx.getValue()[i];
  }
};

/// Overrides of the form on one matrix.
class OnMatrix : public OldSprings {
 public:
  void addKToMatrix(BaseMatrix* matrix, SReal kFact, unsigned int& offset) override {
    for (unsigned i = 0; i < 3 * mstate->getSize(); ++i)
      matrix->add(int(offset + i), int(offset + i), -kFact * d_stiffness.getValue());
  }
  void addBToMatrix(BaseMatrix* matrix, SReal bFact, unsigned int& offset) override {
    // Called with 0: what it adds vanishes.
    for (unsigned i = 0; i < 3 * mstate->getSize(); ++i) matrix->add(int(offset + i), int(offset + i), -bFact);
  }
};

/// Overrides of the form on an accessor, with 3x3 blocks, and operations that the matrix does not have.
class OnAccessor : public OldSprings {
 public:
  void addKToMatrix(const core::MechanicalParams* mparams, const MultiMatrixAccessor* accessor) override {
    const MultiMatrixAccessor::MatrixRef block = accessor->getMatrix(this->mstate);
    EXPECT_EQ(mparams->kFactor(), 1);
    EXPECT_EQ(mparams->mFactor(), 1);
    EXPECT_EQ(mparams->bFactor(), 0);
    EXPECT_EQ(block.offset, 0u);
    const double k = -d_stiffness.getValue() * mparams->kFactor();
    for (unsigned i = 0; i < mstate->getSize(); ++i)
      block.matrix->add(block.offset + 3 * i, block.offset + 3 * i, sofa::type::Mat3x3d(k * type::Mat3::Identity()));
    block.matrix->set(0, 0, 1e6);
    EXPECT_EQ(block.matrix->rowSize(), 0);
    EXPECT_EQ(block.matrix->element(0, 0), 0);
  }
};

class OldMass : public core::behavior::Mass<Vec3Types> {
 public:
  SOFA_CLASS(OldMass, core::behavior::Mass<Vec3Types>);
  void addMDx(const core::MechanicalParams*, DataVecDeriv& f, const DataVecDeriv& dx, SReal factor) override {
    for (std::size_t i = 0; i < dx.getValue().size(); ++i) (*f.beginEdit())[i] += 2 * factor * dx.getValue()[i];
  }
  void addMToMatrix(BaseMatrix* matrix, SReal mFact, unsigned int& offset) override {
    for (unsigned i = 0; i < 3 * mstate->getSize(); ++i) matrix->add(offset + i, offset + i, 2 * mFact);
  }
};

class OldHold : public core::behavior::ProjectiveConstraintSet<Vec3Types> {
 public:
  SOFA_CLASS(OldHold, core::behavior::ProjectiveConstraintSet<Vec3Types>);
  void projectResponse(const core::MechanicalParams*, DataVecDeriv& d) override { d.beginEdit()->at(1).setZero(); }
  void projectVelocity(const core::MechanicalParams*, DataVecDeriv& v) override { v.beginEdit()->at(1).setZero(); }
  void projectPosition(const core::MechanicalParams*, DataVecCoord&) override {}
  void applyConstraint(const core::MechanicalParams*, const MultiMatrixAccessor* accessor) override {
    const auto block = accessor->getMatrix(this->mstate);
    ASSERT_TRUE(bool(block));
    for (unsigned c = 3; c < 6; ++c) {
      block.matrix->clearRowCol(block.offset + c);
      block.matrix->set(block.offset + c, block.offset + c, 1.0);
    }
  }
};

/// A spring of zero length between the first points of two states.
class OldBond : public core::behavior::PairInteractionForceField<Vec3Types> {
 public:
  SOFA_CLASS(OldBond, core::behavior::PairInteractionForceField<Vec3Types>);
  void addForce(const core::MechanicalParams*, DataVecDeriv& f1, DataVecDeriv& f2, const DataVecCoord& x1,
                const DataVecCoord& x2, const DataVecDeriv&, const DataVecDeriv&) override {
    const type::Vec3 force = 7 * (x2.getValue()[0] - x1.getValue()[0]);
    (*f1.beginEdit())[0] += force;
    (*f2.beginEdit())[0] -= force;
  }
  void addKToMatrix(const core::MechanicalParams*, const MultiMatrixAccessor* accessor) override {
    for (const auto* row : {static_cast<core::BaseState*>(mstate1), static_cast<core::BaseState*>(mstate2)})
      for (const auto* column : {static_cast<core::BaseState*>(mstate1), static_cast<core::BaseState*>(mstate2)}) {
        const auto block = accessor->getMatrix(row, column);
        for (unsigned k = 0; k < 3; ++k)
          block.matrix->add(block.offRow + k, block.offCol + k, row == column ? -7.0 : 7.0);
      }
  }
};

const int onMatrix = core::RegisterObject("").add<OnMatrix>();
const int onAccessor = core::RegisterObject("").add<OnAccessor>();
const int oldSprings = core::RegisterObject("").add<OldSprings>();
const int oldMass = core::RegisterObject("").add<OldMass>();
const int oldHold = core::RegisterObject("").add<OldHold>();
const int oldBond = core::RegisterObject("").add<OldBond>();

struct Run {
  std::vector<double> positions;
  std::size_t announced = 0, errors = 0;
  std::vector<std::string> texts;
};

Run run(const std::string& components, const std::string& solver) {
  CapturedMessages messages;
  const Scene scene("<EulerImplicitSolver/>" + solver +
                        "<MechanicalObject template='Vec3d' position='1 0 0  2 1 0  3 0 1'/>" + components,
                    "dt='0.05' gravity='0 -10 0'");
  scene.step(5);
  const auto x = scene.state<type::Vec3Types>().hostRead(core::vec::position);
  Run result{{x.begin(), x.end()}, messages.count(helper::Severity::Deprecated, "outdated"), messages.errors(), {}};
  for (const auto& message : messages.messages) result.texts.push_back(message.text);
  return result;
}

const std::string direct = "<SparseLDLSolver template='CompressedRowSparseMatrixd'/>";
const std::string matrixFree = "<CGLinearSolver iterations='100' tolerance='1e-15' threshold='1e-40'/>";

void expectSame(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9) << "entry " << i;
}

TEST(OldForm, StiffnessOnAMatrix) {
  const std::string mass = "<UniformMass vertexMass='2'/>";
  // Without addBToMatrix to speak of, the assembled system has no damping matrix, the matrix-free one has it.
  const auto probed = run(mass + "<OldSprings/>", direct), old = run(mass + "<OnMatrix/>", direct);
  expectSame(old.positions, probed.positions);
  EXPECT_EQ(probed.announced, 0u);
  EXPECT_EQ(old.announced, 1u) << "once, for addKToMatrix and addBToMatrix together, in five steps";
  EXPECT_EQ(old.errors, 0u);
}

TEST(OldForm, StiffnessOnAnAccessor) {
  const std::string mass = "<UniformMass vertexMass='2'/>";
  const auto old = run(mass + "<OnAccessor/>", direct);
  expectSame(old.positions, run(mass + "<OldSprings/>", direct).positions);
  EXPECT_EQ(old.announced, 1u);
  EXPECT_EQ(old.errors, 3u) << "set, rowSize and element, each once";
  const auto has = [&](const std::string& part) {
    return std::ranges::any_of(old.texts, [&](const auto& text) { return text.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(has("buildStiffnessMatrix"));
  EXPECT_TRUE(has("rowSize is not a supported operation in the compatibility"));
}

TEST(OldForm, Mass) {
  const auto ours = run("<UniformMass vertexMass='2'/><OldSprings/>", direct);
  const auto old = run("<OldMass/><OldSprings/>", direct);
  expectSame(old.positions, ours.positions);
  EXPECT_EQ(old.announced, 1u);
  expectSame(run("<OldMass/><OldSprings damping='0'/>", matrixFree).positions,
             run("<OldMass/><OldSprings damping='0'/>", direct).positions);
}

TEST(OldForm, Constraint) {
  const std::string rest = "<UniformMass vertexMass='2'/><OldSprings damping='0'/>";
  const auto old = run(rest + "<OldHold/>", direct);
  expectSame(old.positions, run(rest + "<FixedProjectiveConstraint indices='1'/>", direct).positions);
  EXPECT_EQ(old.positions[3], 2);
  EXPECT_EQ(old.positions[4], 1);
  EXPECT_EQ(old.announced, 1u);
  EXPECT_EQ(old.errors, 0u) << "set() on the diagonal is what the condition does by itself";
}

TEST(OldForm, BondBetweenTwoStates) {
  const auto text = [](const std::string& solver) {
    return "<EulerImplicitSolver/>" + solver +
           "<Node name='A'><MechanicalObject template='Vec3d' position='0 0 0'/><UniformMass vertexMass='1'/></Node>"
           "<Node name='B'><MechanicalObject template='Vec3d' position='1 2 0'/><UniformMass vertexMass='3'/></Node>"
           "<OldBond object1='@A' object2='@B'/>";
  };
  const auto end = [&](const std::string& solver) {
    CapturedMessages messages;
    const Scene scene(text(solver));
    scene.step(3);
    EXPECT_EQ(messages.count(helper::Severity::Deprecated, "outdated"), 1u);
    return core::localMechanicalState(*scene.root->children()[0])->pointPosition(0);
  };
  const auto assembled = end(direct), free = end(matrixFree);
  EXPECT_GT(assembled.norm(), 0.05);
  EXPECT_NEAR((assembled - free).norm(), 0, 1e-9) << "the product comes from the same matrix";
}

}  // namespace
}  // namespace sofa::tests
