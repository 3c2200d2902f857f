// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/PositionBasedDynamicsProjectiveConstraint.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void PositionBasedDynamicsProjectiveConstraint<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  const double stiffness = d_stiffness.value();
  if (stiffness < 0 || stiffness > 1)
    this->warning("stiffness is {}: beyond 0 to 1 points move away from their targets.", stiffness);
  if (d_position.value().size() > this->mstate()->size())
    this->warning("position holds {} targets for {} points: those beyond are not used.", d_position.value().size(),
                  this->mstate()->size());
  reset();
}

template <class DataTypes>
void PositionBasedDynamicsProjectiveConstraint<DataTypes>::reset() {
  if (!this->mstate()) return;
  d_oldPosition.set(this->mstate()->positions());
  d_velocity.set(this->mstate()->velocities());
}

template <class DataTypes>
void PositionBasedDynamicsProjectiveConstraint<DataTypes>::archive(core::Archive& archive) {
  archive.io(d_oldPosition.edit());
  archive.io(d_velocity.edit());
}

template <class DataTypes>
void PositionBasedDynamicsProjectiveConstraint<DataTypes>::projectPosition(VecCoord& x) {
  const VecCoord& targets = d_position.value();
  for (std::size_t i = 0; i < std::min(x.size(), targets.size()); ++i)
    DataTypes::add(x[i], d_stiffness.value() * DataTypes::difference(targets[i], x[i]));
  VecCoord& old = d_oldPosition.edit();
  VecDeriv& v = d_velocity.edit();
  for (std::size_t i = old.size(); i < x.size(); ++i) old.push_back(x[i]);  // points that are new
  v.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) v[i] = DataTypes::difference(x[i], old[i]) / this->context()->dt();
  old = x;
}

template <class DataTypes>
void PositionBasedDynamicsProjectiveConstraint<DataTypes>::projectVelocity(VecDeriv& v) {
  const VecDeriv& given = d_velocity.value();
  std::copy_n(given.begin(), std::min(given.size(), v.size()), v.begin());
}

namespace {
const auto registered =
    core::Register("PositionBasedDynamicsProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                   "points pulled to targets after each step")
        .wasCalled("PositionBasedDynamicsConstraint")
        .addAll<PositionBasedDynamicsProjectiveConstraint, type::Vec3Types, type::Vec2Types, type::Vec1Types,
                type::Vec6Types, type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::constraint
