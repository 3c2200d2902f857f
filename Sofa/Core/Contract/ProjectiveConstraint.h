// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MechanicalParams.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::core {

class ZeroDirichletCondition;

/// Constrains degrees of freedom by filtering vectors (a projection P), without multipliers.
class BaseProjectiveConstraint : public Component {
 public:
  /// Filters a vector of forces or increments: what is constrained becomes zero.
  virtual void filterResponse(const MechanicalParams& params, VecDerivId d) = 0;
  virtual void filterVelocity(const MechanicalParams& params, VecDerivId v) = 0;
  virtual void filterPosition(const MechanicalParams& params, VecCoordId x) = 0;
  /// Names the rows and columns that an assembled system replaces by the identity, in the numbering of the first
  /// state.
  virtual void applyConstraint(ZeroDirichletCondition*) {}
  virtual std::vector<BaseState*> states() const = 0;
};

template <class DataTypes>
class ProjectiveConstraint : public BaseProjectiveConstraint {
 public:
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;

  Data<int> d_group{this, "group", 0, "number of the group it belongs to; for tools, without effect on the constraint"};
  Data<double> d_endTime{this, "endTime", -1.0, "time from which the constraint no longer acts; negative: never"};
  MultiLink<BaseState> l_mechanicalStates{this, "mechanicalStates", "the constrained states; filled at initialisation"};
  Link<State<DataTypes>> l_mstate{this, "mstate", "constrained state; default: the one visible from this node"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "mstate", why);
  }

  State<DataTypes>* mstate() const { return l_mstate.get(); }
  void init() override {
    if (requireState(*this, l_mstate) && l_mechanicalStates.size() == 0) l_mechanicalStates.add(l_mstate.get());
  }
  virtual bool isActive() const {
    const double end = d_endTime.value();
    return end < 0 || end > context()->time();
  }

  virtual void projectResponse(VecDeriv& d) = 0;
  virtual void projectVelocity(VecDeriv& v) = 0;
  virtual void projectPosition(VecCoord& x) = 0;

  void filterResponse(const MechanicalParams&, VecDerivId d) override {
    if (acts()) projectResponse(l_mstate->writeDerivs(d));
  }
  void filterVelocity(const MechanicalParams&, VecDerivId v) override {
    if (acts()) projectVelocity(l_mstate->writeDerivs(v));
  }
  void filterPosition(const MechanicalParams&, VecCoordId x) override {
    if (acts()) projectPosition(l_mstate->writeCoords(x));
  }
  std::vector<BaseState*> states() const override { return {l_mstate.get()}; }

 private:
  bool acts() const { return l_mstate && isValid() && isActive(); }
};

}  // namespace sofa::core
