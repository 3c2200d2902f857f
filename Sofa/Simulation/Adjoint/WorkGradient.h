// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "Sofa/Simulation/Adjoint/PointGraph.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::simulation {

/// Which argument of a function of positions and velocities is varied.
enum class Variable { positions, velocities };

class WorkGradient;

/// A vector u(x, v) on some states, with a multiplier l: what WorkGradient differentiates.
class DifferentiableForces {
 public:
  virtual ~DifferentiableForces() = default;
  /// The states of x, v, u and l.
  virtual std::vector<core::BaseState*> states() = 0;
  /// u at vec::position and vec::velocity of the states; all entries are written.
  virtual void evaluate(core::VecDerivId u) = 0;
  /// g = d(l.u)/d variable as it is for forces that are derivatives of an energy, whose tangents are exact.
  virtual void guess(WorkGradient& gradient, Variable variable, core::VecDerivId g) = 0;
  /// The states whose sizes are lengths of the problem: mapped ones too.
  virtual std::vector<core::BaseState*> measured() { return states(); }
  /// Which points act on which; asked once, where differences are needed.
  virtual PointGraph pointGraph() { return PointGraph::dense(states()); }
  /// Who is named where the gradient cannot be found.
  virtual std::string path() const = 0;
};

/// The gradient of l.u(x, v) by x or v for a constant l, with about eight digits.
///
/// The guess for forces that are derivatives of an energy serves if its derivative along one random direction is that
/// of differences, so that tangents that are approximations, or not symmetric, are noticed. For those, points are moved
/// by themselves, as many at once as the point graph allows.
class WorkGradient {
 public:
  /// The base point is where the states are now; the destructor brings them back there.
  WorkGradient(DifferentiableForces& forces, core::VecDerivId multiplier);
  ~WorkGradient();
  WorkGradient(const WorkGradient&) = delete;
  WorkGradient& operator=(const WorkGradient&) = delete;

  using Evaluate = std::function<void(core::VecDerivId)>;
  /// The derivative of evaluate() along a direction that is as long as it likes: of fourth order in the step.
  void along(Variable variable, core::VecDerivId direction, core::VecDerivId derivative, const Evaluate& evaluate);
  /// sum += the gradient. Throws std::invalid_argument if differences do not give one.
  void add(Variable variable, core::VecDerivId sum);

 private:
  bool isRight(Variable variable, core::VecDerivId gradient);
  void byDifferences(Variable variable, core::VecDerivId gradient);
  void clear(core::VecDerivId v);
  void move(Variable variable, core::VecDerivId direction, double factor);
  void returnToBase();
  double scaleOf(Variable variable, const core::BaseState& state, int component) const;
  double largestScaled(Variable variable, core::VecDerivId v) const;
  /// Numbers in [-1, 1] times the scales.
  void chooseDirection(Variable variable);
  void differences(Variable variable, core::VecDerivId gradient, const PointGraph& graph);
  double workAt(int point) const;
  void share(const PointGraph& graph, const std::vector<int>& group, int component, core::VecDerivId gradient);

  DifferentiableForces& m_forces;
  std::vector<core::BaseState*> m_states;
  std::vector<std::pair<core::BaseState*, std::size_t>> m_points;  ///< all, with their places in the states
  core::VecDerivId m_multiplier;
  TemporaryCoord m_position;
  TemporaryDeriv m_velocity, m_direction, m_derivative, m_value;
  double m_length = 1, m_speed = 1, m_turning = 1;  ///< (m), (m/s), (1/s)
  unsigned m_seed = 1;
};

}  // namespace sofa::simulation
