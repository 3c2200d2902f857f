// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// Keeps one value of a scalar state between two bounds, where it moves freely.
class StopperLagrangianConstraint final : public core::BaseLagrangianConstraint {
 public:
  core::Data<int> d_index{this, "index", 0, "point to keep"};
  core::Data<double> d_min{this, "min", -100.0, "lower bound"};
  core::Data<double> d_max{this, "max", 100.0, "upper bound"};
  core::Link<core::State<type::Vec1Types>> l_mstate{this, "mstate", "constrained state; default: the one of this node"};

  static std::string staticTemplateName() { return type::Vec1Types::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Vec1Types>(node, description, "mstate", why);
  }

  void init() override;
  bool checkPoints() const override;
  void addRows(core::ConstraintProblem& problem) override;
};

}  // namespace sofa::component::constraintlagrangian
