// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/UniformLagrangianConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void UniformLagrangianConstraint::init() {
  BaseLagrangianConstraint::init();
  if (!core::requireState(*this, l_mstate)) return;
  setValid();
}

void UniformLagrangianConstraint::addRows(core::ConstraintProblem& problem) {
  const auto& params = problem.params;
  const bool ofVelocities = params.order == core::ConstraintOrder::velocity;
  const auto x = l_mstate->hostRead(ofVelocities ? params.x : params.xFree), v = l_mstate->hostRead(params.vFree);
  const auto rest = l_mstate->hostRead(core::vec::restPosition);
  std::vector<double> violation(x.begin(), x.end());
  if (violation.empty()) return;
  for (std::size_t i = 0; i < violation.size(); ++i) {
    if (d_constrainToRestPos.value() && i < rest.size()) violation[i] -= rest[i];
    if (ofVelocities) violation[i] = v[i] + violation[i] / params.dt;
  }
  core::ConstraintBlock block;
  int row = 0;
  if (!d_iterative.value()) row = problem.addBlock(block, violation);
  for (std::size_t i = 0; i < violation.size(); ++i) {
    block.identity = static_cast<std::int64_t>(i);
    if (d_iterative.value()) row = problem.addBlock(block, violation[i]);
    problem.jacobian.add(l_mstate.get(), row, i, 0, 1.0);
    if (!d_iterative.value()) ++row;
  }
}

namespace {
const auto registered = core::Register("UniformLagrangianConstraint", "Sofa.Component.Constraint.Lagrangian.Model",
                                       "holds all values of a scalar state by multipliers")
                            .wasCalled("UniformConstraint")
                            .add<UniformLagrangianConstraint>();
}

}  // namespace sofa::component::constraintlagrangian
