// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/ParabolicProjectiveConstraint.h"

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

using type::Vec3;

template <class DataTypes>
void ParabolicProjectiveConstraint<DataTypes>::init() {
  TimedPath<DataTypes>::init();
  if (!this->isValid()) return;
  const Vec3 chord = d_p3.value() - d_p1.value(), side = d_p2.value() - d_p1.value();
  const double along = side.dot(chord), length = chord.squaredNorm();
  if (along > 0 && along < length) return;
  this->error("No parabola goes from P1 over P2 to P3: P2 must lie between the ends, as seen along P1 P3.");
  this->setInvalid();
}

/// With P1 as origin, x along P1 P3 of length l and y across: y = y2 x (x - l) / (x2 (x2 - l)).
template <class DataTypes>
Vec3 ParabolicProjectiveConstraint<DataTypes>::place(double u) const {
  const Vec3 chord = d_p3.value() - d_p1.value(), side = d_p2.value() - d_p1.value();
  const double part = side.dot(chord) / chord.squaredNorm();
  const Vec3 across = side - part * chord;
  return d_p1.value() + u * chord + (u * (u - 1) / (part * (part - 1))) * across;
}

template <class DataTypes>
Vec3 ParabolicProjectiveConstraint<DataTypes>::velocity(double u, std::size_t rank) const {
  if (rank > 0 && core::reproducesSofa(*this)) return Vec3::Zero();
  const double h = this->context()->dt();
  return (place(u + h / this->duration()) - place(u)) / h;
}

namespace {
const auto registered = core::Register("ParabolicProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points led along a parabola")
                            .wasCalled("ParabolicConstraint")
                            .addAll<ParabolicProjectiveConstraint, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint
