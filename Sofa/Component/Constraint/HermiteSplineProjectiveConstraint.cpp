// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/HermiteSplineProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
double HermiteSplineProjectiveConstraint<DataTypes>::parameter(double u) const {
  const double u2 = u * u, u3 = u2 * u;
  return d_sx0.value()[1] * (u3 - 2 * u2 + u) + (3 * u2 - 2 * u3) + d_sx1.value()[1] * (u3 - u2);
}

template <class DataTypes>
type::Vec3 HermiteSplineProjectiveConstraint<DataTypes>::place(double u) const {
  const double s = parameter(u), s2 = s * s, s3 = s2 * s;
  return d_x0.value() * (2 * s3 - 3 * s2 + 1) + d_dx0.value() * (s3 - 2 * s2 + s) + d_x1.value() * (3 * s2 - 2 * s3) +
         d_dx1.value() * (s3 - s2);
}

template <class DataTypes>
type::Vec3 HermiteSplineProjectiveConstraint<DataTypes>::velocity(double u, std::size_t) const {
  const double s = parameter(u), s2 = s * s;
  return (d_x0.value() - d_x1.value()) * (6 * s2 - 6 * s) + d_dx0.value() * (3 * s2 - 4 * s + 1) +
         d_dx1.value() * (3 * s2 - 2 * s);
}

namespace {
const auto registered = core::Register("HermiteSplineProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points led along a Hermite spline")
                            .wasCalled("HermiteSplineConstraint")
                            .addAll<HermiteSplineProjectiveConstraint, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint
