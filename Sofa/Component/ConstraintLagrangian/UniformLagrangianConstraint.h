// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// Holds every value of a scalar state at zero, or at rest: one equation per point. On a mapped state, such as the
/// elongations of a DistanceMapping, it holds what the mapping measures.
class UniformLagrangianConstraint final : public core::BaseLagrangianConstraint {
 public:
  core::Data<bool> d_iterative{this, "iterative", true, "equations are solved one by one; else all together"};
  core::Data<bool> d_constrainToRestPos{this, "constrainToRestPos", false, "hold values at rest instead of at zero"};
  core::Link<core::State<type::Vec1Types>> l_mstate{this, "mstate", "constrained state; default: the one of this node"};

  static std::string staticTemplateName() { return type::Vec1Types::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Vec1Types>(node, description, "mstate", why);
  }

  void init() override;
  void addRows(core::ConstraintProblem& problem) override;
};

}  // namespace sofa::component::constraintlagrangian
