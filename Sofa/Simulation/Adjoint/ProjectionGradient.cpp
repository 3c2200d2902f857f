// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Adjoint/ProjectionGradient.h"

#include <algorithm>

#include "Sofa/Simulation/Adjoint/Retraction.h"
#include "Sofa/Simulation/Adjoint/WorkGradient.h"

namespace sofa::simulation {

using core::VecDerivId;
namespace vec = core::vec;

namespace {

/// The projected positions, as increments from where they are at first, or the projected velocities. They are guessed
/// to be projected as responses of the solvers are; some constraints leave them as they are.
class Projected final : public DifferentiableForces {
 public:
  Projected(MechanicalOperations& ops, Variable of, VecDerivId multiplier, std::string path)
      : m_ops(ops), m_of(of), m_multiplier(multiplier), m_path(std::move(path)) {
    project();
    m_ops.copy(m_first, vec::position);
    putBack();
  }

  std::vector<core::BaseState*> states() override { return m_ops.graph().unmapped; }
  std::string path() const override { return m_path; }
  void evaluate(VecDerivId u) override {
    project();
    if (m_of == Variable::velocities)
      m_ops.copy(u, vec::velocity);
    else
      for (auto* state : states()) {
        const auto increment = increments(*state, state->hostRead(vec::position), state->hostRead(m_first));
        std::ranges::copy(increment, state->hostWrite(u).begin());
      }
    putBack();
  }
  void guess(WorkGradient&, Variable variable, VecDerivId g) override {
    if (variable != m_of) return m_ops.clear(g);
    m_ops.copy(g, m_multiplier);
    m_ops.projectResponse({}, g);
  }
  /// Each point by itself.
  PointGraph pointGraph() override {
    PointGraph graph;
    graph.groups.resize(1);
    for (const auto& alone : PointGraph::dense(states()).groups) {
      graph.neighbours.push_back(alone);
      graph.groups.front().push_back(alone.front());
    }
    return graph;
  }

 private:
  void project() {
    m_ops.copy(m_position, vec::position);
    m_ops.copy(m_velocity, vec::velocity);
    m_ops.projectPositionAndVelocity({}, vec::position, vec::velocity);
  }
  void putBack() {
    m_ops.copy(vec::position, m_position);
    m_ops.copy(vec::velocity, m_velocity);
  }

  MechanicalOperations& m_ops;
  Variable m_of;
  VecDerivId m_multiplier;
  std::string m_path;
  TemporaryCoord m_position, m_first;
  TemporaryDeriv m_velocity;
};

}  // namespace

void transposeProjection(MechanicalOperations& ops, VecDerivId overPosition, VecDerivId overVelocity,
                         const std::string& path) {
  if (ops.graph().solved.constraints.empty()) return;
  const TemporaryDeriv position, velocity;
  ops.clear(position);
  ops.clear(velocity);
  for (const auto& [of, multiplier] : {std::pair<Variable, VecDerivId>{Variable::positions, overPosition},
                                       std::pair<Variable, VecDerivId>{Variable::velocities, overVelocity}}) {
    Projected projected(ops, of, multiplier, path);
    WorkGradient gradient(projected, multiplier);
    gradient.add(Variable::positions, position);
    gradient.add(Variable::velocities, velocity);
  }
  ops.copy(overPosition, position);
  ops.copy(overVelocity, velocity);
}

}  // namespace sofa::simulation
