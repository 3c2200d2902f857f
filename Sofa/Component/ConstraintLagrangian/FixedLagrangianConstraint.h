// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::constraintlagrangian {

/// Holds points at their rest position by multipliers.
template <class DataTypes>
class FixedLagrangianConstraint : public core::BaseLagrangianConstraint {
 public:
  core::Data<std::vector<type::Index>> d_indices{
      this, "indices", {}, "points to hold", {.follows = core::pointIndices}};
  core::Data<bool> d_fixAll{this, "fixAll", false, "hold every point"};
  core::Link<core::State<DataTypes>> l_mstate{this, "mstate", "constrained state; default: the one of this node"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "mstate", why);
  }

  void init() override;
  /// Multipliers are those of the listed points, whose places in the list may be others now.
  bool topologyChanged(const core::MeshChanges&) override {
    kept().clear();
    return true;
  }
  bool checkPoints() const override;
  void addRows(core::ConstraintProblem& problem) override;

 private:
  static constexpr bool threes = DataTypes::isRigid || DataTypes::derivSize == 3;  ///< rows are solved by threes
  std::size_t count() const { return d_fixAll.value() ? l_mstate->size() : d_indices.value().size(); }
  std::size_t point(std::size_t k) const { return d_fixAll.value() ? k : d_indices.value()[k]; }
};

}  // namespace sofa::component::constraintlagrangian
