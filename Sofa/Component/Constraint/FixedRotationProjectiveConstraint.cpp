// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/FixedRotationProjectiveConstraint.h"

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {
namespace {

type::Quat twist(const type::Quat& q, int axis) {
  type::Quat twist(q.w(), 0, 0, 0);
  twist.vec()[axis] = q.vec()[axis];
  return twist.norm() > 0 ? type::Quat(twist.normalized()) : type::Quat(type::Quat::Identity());
}

}  // namespace

void FixedRotationProjectiveConstraint::init() {
  ProjectiveConstraint::init();
  if (isValid() && !d_fixedX.value() && !d_fixedY.value() && !d_fixedZ.value())
    warning("No axis is chosen, so all bodies turn freely: set FixedXRotation, FixedYRotation or FixedZRotation.");
}

void FixedRotationProjectiveConstraint::archive(core::Archive& archive) { archive.io(m_start); }

void FixedRotationProjectiveConstraint::projectPosition(VecCoord& x) {
  for (std::size_t i = m_start.size(); i < x.size(); ++i) m_start.push_back(x[i].orientation);
  const bool fixed[] = {d_fixedX.value(), d_fixedY.value(), d_fixedZ.value()};
  for (std::size_t i = 0; i < x.size(); ++i) {
    type::Quat rest = x[i].orientation, start = m_start[i], kept = type::Quat::Identity();
    for (int axis = 0; axis < 3; ++axis) {
      if (!fixed[axis]) continue;
      rest = rest * type::inverse(twist(rest, axis));
      const type::Quat held = twist(start, axis);
      start = start * type::inverse(held);
      kept = held * kept;
    }
    x[i].orientation = rest * kept;
  }
}

namespace {
const auto registered = core::Register("FixedRotationProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "bodies that do not turn about chosen axes")
                            .wasCalled("FixedRotationConstraint")
                            .add<FixedRotationProjectiveConstraint>();
}  // namespace

}  // namespace sofa::component::constraint
