// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/OscillatorProjectiveConstraint.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void OscillatorProjectiveConstraint<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (d_oscillators.value().empty()) this->warning("oscillators is empty: nothing swings.");
  for (const auto& o : d_oscillators.value())
    if (o.point >= this->mstate()->size())
      this->warning("oscillators names point {}, but {} has {} points: it is ignored.", o.point, this->mstate()->path(),
                    this->mstate()->size());
}

template <class DataTypes>
void OscillatorProjectiveConstraint<DataTypes>::projectPosition(VecCoord& x) {
  for (const auto& o : d_oscillators.value()) {
    if (o.point >= x.size()) continue;
    x[o.point] = o.mean;
    DataTypes::add(x[o.point], o.amplitude * std::sin(angle(o)));
  }
}

template <class DataTypes>
void OscillatorProjectiveConstraint<DataTypes>::projectVelocity(VecDeriv& v) {
  for (const auto& o : d_oscillators.value())
    if (o.point < v.size()) v[o.point] = o.amplitude * (o.pulsation * std::cos(angle(o)));
}

template <class DataTypes>
void OscillatorProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  for (const auto& o : d_oscillators.value())
    if (o.point < d.size()) d[o.point].setZero();
}

template <class DataTypes>
void OscillatorProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (!this->mstate() || !this->isValid() || !this->isActive()) return;
  for (const auto& o : d_oscillators.value())
    for (int c = 0; c < DataTypes::derivSize && o.point < this->mstate()->size(); ++c) {
      const int scalar = static_cast<int>(o.point) * DataTypes::derivSize + c;
      matrix->discardRowCol(scalar, scalar);
    }
}

namespace {
const auto registered = core::Register("OscillatorProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points that swing about places")
                            .wasCalled("OscillatorConstraint")
                            .addAll<OscillatorProjectiveConstraint, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint
