// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Compatibility/State.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

/// Integrators written for SOFA, and the operations on all states below a node that they are written with.
namespace sofa::core::behavior {

/// An integrator of the states below its node.
class OdeSolver : public compatibility::Author<core::OdeSolver> {
 public:
  virtual void solve(const ExecParams* params, SReal dt, MultiVecCoordId xResult, MultiVecDerivId vResult) = 0;
  /// How much of a derivative of that order at the begin of a step enters another one at its end, and how much of the
  /// solution of the linear system does; 0 position, 1 velocity, 2 acceleration.
  virtual SReal getIntegrationFactor(int inputDerivative, int outputDerivative) const = 0;
  virtual SReal getSolutionIntegrationFactor(int outputDerivative) const = 0;

  void solve(double dt, VecCoordId xResult, VecDerivId vResult) final {
    const ExecParams params;
    solve(&params, dt, xResult, vResult);
  }
  double solutionFactor(Quantity result, double) const final {
    return getSolutionIntegrationFactor(static_cast<int>(result));
  }
  double integrationFactor(Quantity start, Quantity result, double) const final {
    return getIntegrationFactor(static_cast<int>(start), static_cast<int>(result));
  }
};

}  // namespace sofa::core::behavior

namespace sofa::simulation::common {

/// Sums of whole vectors, on states that no mapping drives.
class VectorOperations {
 public:
  template <class Params>
  VectorOperations(const Params*, core::Node* node) {
    m_operations.bind(*node);
  }
  simulation::MechanicalOperations& operations() { return m_operations; }

  void v_clear(core::VecDerivId v) { m_operations.clear(v); }
  void v_eq(core::VecDerivId v, core::VecDerivId a) { m_operations.copy(v, a); }
  void v_eq(core::VecCoordId v, core::VecCoordId a) { m_operations.copy(v, a); }
  void v_peq(core::VecDerivId v, core::VecDerivId a, double f = 1) { m_operations.addScaled(v, a, f); }
  void v_teq(core::VecDerivId v, double f) { m_operations.scale(v, f); }
  void v_op(core::VecDerivId v, core::VecDerivId a, core::VecDerivId b, double f = 1) { m_operations.sum(v, a, b, f); }
  void v_op(core::VecCoordId v, core::VecCoordId a, core::VecDerivId b, double f = 1) {
    m_operations.integrate(v, a, b, f);
  }
  void v_dot(core::VecDerivId a, core::VecDerivId b) { m_result = m_operations.dot(a, b); }
  /// Of the last v_dot().
  double finish() const { return m_result; }

 private:
  simulation::MechanicalOperations m_operations;
  double m_result = 0;
};

/// Forces, masses and mappings below a node.
class MechanicalOperations {
 public:
  core::MechanicalParams mparams;

  MechanicalOperations(const core::MechanicalParams* params, core::Node* node) : mparams(*params) { bind(node); }
  template <class Params>
  MechanicalOperations(const Params*, core::Node* node) {
    bind(node);
  }
  core::MechanicalParams* operator->() { return &mparams; }

  void propagateX(core::VecCoordId x) { m_operations.propagatePosition(x); }
  void propagateV(core::VecDerivId v) { m_operations.propagateVelocity(v); }
  void propagateXAndV(core::VecCoordId x, core::VecDerivId v) {
    propagateX(x);
    propagateV(v);
  }
  void propagateDx(core::VecDerivId dx) { m_operations.propagateDx(dx); }
  void projectResponse(core::VecDerivId d) { m_operations.projectResponse(mparams, d); }
  void projectPositionAndVelocity(core::VecCoordId x, core::VecDerivId v) {
    m_operations.projectPositionAndVelocity(mparams, x, v);
  }
  /// Forces at mparams.x, mparams.v.
  void computeForce(core::VecDerivId f) { m_operations.computeForce(mparams, f); }
  void addMdx(core::VecDerivId result, core::VecDerivId dx, double factor = 1) {
    mparams.dx = dx;
    m_operations.addMdx(mparams, result, factor);
  }
  void accFromF(core::VecDerivId a, core::VecDerivId f) { m_operations.accFromF(mparams, a, f); }
  /// Accelerations at (x, v).
  void computeAcc(double /*time*/, core::VecDerivId a, core::VecCoordId x, core::VecDerivId v) {
    m_operations.computeAcceleration(mparams, a, x, v);
  }
  void addSeparateGravity(double dt, core::VecDerivId v = core::vec::velocity) {
    m_operations.addSeparateGravity(dt, v);
  }

 private:
  void bind(core::Node* node) { m_operations.bind(*node); }

  simulation::MechanicalOperations m_operations;
};

}  // namespace sofa::simulation::common

namespace sofa::core::behavior {

/// A vector of all states: one that is there, or one of its own that goes with it.
class MultiVecDeriv {
 public:
  using Operations = simulation::common::VectorOperations;
  MultiVecDeriv(Operations* operations, VecDerivId id) : m_operations(*operations), m_id(id) {}
  explicit MultiVecDeriv(Operations* operations)
      : m_operations(*operations), m_own(std::make_unique<simulation::TemporaryDeriv>()), m_id(*m_own) {
    m_operations.operations().allocate(m_id);
  }
  VecDerivId id() const { return m_id; }
  operator VecDerivId() const { return m_id; }

  void clear() { m_operations.v_clear(m_id); }
  void eq(VecDerivId a) { m_operations.v_eq(m_id, a); }
  void eq(VecDerivId a, double f) {
    eq(a);
    teq(f);
  }
  void eq(VecDerivId a, VecDerivId b, double f = 1) { m_operations.v_op(m_id, a, b, f); }
  void peq(VecDerivId a, double f = 1) { m_operations.v_peq(m_id, a, f); }
  void teq(double f) { m_operations.v_teq(m_id, f); }
  double dot(VecDerivId a) { return m_operations.operations().dot(m_id, a); }
  double norm() { return std::sqrt(dot(m_id)); }

 private:
  Operations& m_operations;
  std::unique_ptr<simulation::TemporaryDeriv> m_own;
  VecDerivId m_id;
};

class MultiVecCoord {
 public:
  using Operations = simulation::common::VectorOperations;
  MultiVecCoord(Operations* operations, VecCoordId id) : m_operations(*operations), m_id(id) {}
  explicit MultiVecCoord(Operations* operations)
      : m_operations(*operations), m_own(std::make_unique<simulation::TemporaryCoord>()), m_id(*m_own) {
    m_operations.operations().allocate(m_id);
  }
  VecCoordId id() const { return m_id; }
  operator VecCoordId() const { return m_id; }

  void eq(VecCoordId a) { m_operations.v_eq(m_id, a); }
  void eq(VecCoordId a, VecDerivId b, double f = 1) { m_operations.v_op(m_id, a, b, f); }
  void peq(VecDerivId b, double f = 1) { m_operations.v_op(m_id, m_id, b, f); }

 private:
  Operations& m_operations;
  std::unique_ptr<simulation::TemporaryCoord> m_own;
  VecCoordId m_id;
};

}  // namespace sofa::core::behavior
