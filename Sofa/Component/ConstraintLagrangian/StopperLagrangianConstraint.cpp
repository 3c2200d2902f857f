// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/StopperLagrangianConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

void StopperLagrangianConstraint::init() {
  BaseLagrangianConstraint::init();
  if (!core::requireState(*this, l_mstate)) return;
  if (d_min.value() > d_max.value()) {
    error("min=\"{}\" is larger than max=\"{}\": no value lies between them. Exchange them.", d_min.value(),
          d_max.value());
    return setInvalid();
  }
  if (!checkPoints()) return setInvalid();
  setValid();
}

bool StopperLagrangianConstraint::checkPoints() const {
  const int index = d_index.value(), size = static_cast<int>(l_mstate->size());
  if (index >= 0 && index < size) return true;
  error("index: {} is not one of the {} points of {}: nothing is kept. Name a point that is there.", index, size,
        l_mstate->path());
  return false;
}

void StopperLagrangianConstraint::addRows(core::ConstraintProblem& problem) {
  const auto point = static_cast<std::size_t>(d_index.value());
  core::ConstraintBlock block;
  block.kind = core::ConstraintKind::bounded;
  block.lower = d_min.value();
  block.upper = d_max.value();
  const int row = problem.addBlock(block, l_mstate->coords(problem.params.xFree)[point][0]);
  problem.jacobian.add(l_mstate.get(), row, point, 0, 1.0);
}

namespace {
const auto registered = core::Register("StopperLagrangianConstraint", "Sofa.Component.Constraint.Lagrangian.Model",
                                       "keeps a scalar between bounds by a multiplier")
                            .wasCalled("StopperConstraint")
                            .add<StopperLagrangianConstraint>();
}

}  // namespace sofa::component::constraintlagrangian
