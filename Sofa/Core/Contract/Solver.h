// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MechanicalParams.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"
#include "Sofa/LinearAlgebra/SparseRows.h"
#include "Sofa/Mechanics/Newton/NewtonFunction.h"

/// Contracts of what advances and solves a scene.
namespace sofa::core {

/// Orders a time step of the whole scene.
class AnimationLoop : public Component {
 public:
  static constexpr bool visibleFromBelow = true;
  /// Advances by dt seconds; 0 means the root's dt.
  virtual void step(double dt) = 0;
};

/// Orders the drawing of the scene; only viewers call it.
class VisualLoop : public Component {
 public:
  static constexpr bool visibleFromBelow = true;
};

/// Integrates the states below its node over one step.
class OdeSolver : public Component {
 public:
  static constexpr bool visibleFromBelow = true;
  virtual void solve(double dt, VecCoordId xResult, VecDerivId vResult) = 0;

  /// The kinematic quantities of a step, for the factors below.
  enum class Quantity { Position, Velocity, Acceleration };
  /// How much of the solution of the solver's linear system enters `result`: with the solution s + ds the result is
  /// moved by solutionFactor() ds. h is the length of the step (s). Constraint corrections scale the compliance A^-1 by
  /// it (docs/manual/constraint-problem.md). A solver that does not say gives 0, and an error.
  virtual double solutionFactor(Quantity result, double h) const;
  /// How much of `start`, taken at the beginning of a step, enters `result`, a position or a velocity, at its end.
  virtual double integrationFactor(Quantity start, Quantity result, double h) const;

 protected:
  /// The value of the three that belongs to `quantity`.
  static double choose(Quantity quantity, double position, double velocity, double acceleration);
  /// integrationFactor() of a scheme x' = x + xFromV v + xFromA a, v' = v + vFromA a.
  static double factorOf(Quantity start, Quantity result, double xFromV, double xFromA, double vFromA);
};

/// The system A s = b with A = m M + b B + k K of the states below its node.
class LinearSystem : public Component {
 public:
  /// Says whose subtree the unknowns and contributions come from: the node of the linear solver, restricted to its
  /// tags.
  virtual void bind(Node& node, const type::TagSet& tags) = 0;
  /// Takes the factors of params and prepares A.
  virtual void build(const MechanicalParams& params) = 0;
  /// q = A p, projected by the constraints.
  virtual void multiply(VecDerivId q, VecDerivId p) = 0;

  /// A, if it is assembled; null for systems known by their products only.
  virtual const linearalgebra::BlockMatrix* matrix() const { return nullptr; }
  /// Changes whenever A was built, so that a solver knows when to factorise.
  virtual std::size_t version() const { return 0; }
  /// The unknowns: every scalar of these states, one state after the other.
  virtual std::span<BaseState* const> states() const { return {}; }
  /// The vector v of the states in the order of the unknowns, and back.
  void gather(VecDerivId v, std::span<double> x) const;
  void scatter(std::span<const double> x, VecDerivId v) const;
};

class LinearSolver : public Component {
 public:
  /// The system it solves; null before initialisation.
  virtual LinearSystem* linearSystem() const = 0;
  virtual void build(const MechanicalParams& params) = 0;
  /// Solves A s = b; s holds the initial guess.
  virtual void solve(VecDerivId s, VecDerivId b) = 0;
  /// W += factor J A^-1 J^T with the rows J over the unknowns of the system, in the order of its states(), and the A of
  /// the last solve: the compliance that constraints with the directions J feel. W is square, as large
  /// as J has rows. False, with W unchanged, if the solver has no A to solve with: matrix-free ones, or a failed
  /// factorisation.
  virtual bool addComplianceProduct(linearalgebra::DenseMatrix& w, const linearalgebra::SparseRows& j, double factor);
  /// Iterations and relative residual of the last solve, for reports; direct solvers leave 0.
  struct Statistics {
    std::size_t solves = 0;
    std::size_t converged = 0;
    std::size_t iterations = 0;
    double lastResidual = 0;
  };
  const Statistics& statistics() const { return m_statistics; }

 protected:
  Statistics m_statistics;
};

/// The linear system of a node, or that of a linear solver there; else those of its ancestors. Null if there is none.
LinearSystem* findLinearSystem(const Node& node);

/// Solves a non-linear equation for an OdeSolver by Newton iterations.
class NewtonSolver : public Component {
 public:
  /// What the equation offers to the iteration.
  using Function = mechanics::NewtonFunction;
  virtual void run(Function& function) = 0;
};

/// Finds what collides and answers with forces or constraints.
class CollisionPipelineBase : public Component {
 public:
  static constexpr bool visibleFromBelow = true;
  virtual void reset() override {}
  virtual void resetCollisions() = 0;
  virtual void detect() = 0;
  virtual void respond() = 0;
};

/// Moves something by itself before each step.
class BehaviorModel : public Component {
 public:
  virtual void updatePosition(double dt) = 0;
};

/// Re-applies something to its node whenever the node inherits its context (Gravity).
class ContextObject : public Component {
 public:
  virtual void apply() = 0;
};

}  // namespace sofa::core
