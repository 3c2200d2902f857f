// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/ConstraintLagrangian/FixedLagrangianConstraint.h"

#include <algorithm>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraintlagrangian {

namespace {

/// x - rest; for frames the rotation between them as roll, pitch and yaw.
template <class DataTypes>
typename DataTypes::Deriv displacement(const typename DataTypes::Coord& x, const typename DataTypes::Coord& rest) {
  if constexpr (DataTypes::isRigid) {
    typename DataTypes::Deriv d;
    d.template head<3>() = x.center - rest.center;
    const auto q = x.orientation * rest.orientation.conjugate();
    const double qx = q.x(), qy = q.y(), qz = q.z(), qw = q.w();
    d[3] = std::atan2(2 * (qw * qx + qy * qz), 1 - 2 * (qx * qx + qy * qy));
    d[4] = std::asin(std::clamp(2 * (qw * qy - qz * qx), -1.0, 1.0));
    d[5] = std::atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
    return d;
  } else {
    return x - rest;
  }
}

}  // namespace

template <class DataTypes>
void FixedLagrangianConstraint<DataTypes>::init() {
  BaseLagrangianConstraint::init();
  if (!core::requireState(*this, l_mstate)) return;
  if (!checkPoints()) return setInvalid();
  setValid();
}

template <class DataTypes>
bool FixedLagrangianConstraint<DataTypes>::checkPoints() const {
  if (d_fixAll.value()) return true;
  for (const auto i : d_indices.value())
    if (i >= l_mstate->size()) {
      error("indices: {} is beyond the {} points of {}: nothing is fixed. Name points that are there.", i,
            l_mstate->size(), l_mstate->path());
      return false;
    }
  return true;
}

template <class DataTypes>
void FixedLagrangianConstraint<DataTypes>::addRows(core::ConstraintProblem& problem) {
  constexpr int width = DataTypes::derivSize, together = threes ? 3 : width;
  const auto& x = l_mstate->coords(problem.params.xFree);
  const auto& rest = l_mstate->restPositions();
  for (std::size_t k = 0; k < count(); ++k) {
    const auto violation = displacement<DataTypes>(x[point(k)], rest[point(k)]);
    core::ConstraintBlock block;
    block.startsFromLast = threes;
    for (int first = 0; first < width; first += together) {
      block.identity = static_cast<std::int64_t>(k) * width + first;
      const int row = problem.addBlock(block, std::span(violation.data() + first, together));
      for (int j = 0; j < together; ++j) problem.jacobian.add(l_mstate.get(), row + j, point(k), first + j, 1.0);
    }
  }
}

namespace {
const auto registered = core::Register("FixedLagrangianConstraint", "Sofa.Component.Constraint.Lagrangian.Model",
                                       "holds points at rest by multipliers")
                            .addAll<FixedLagrangianConstraint, type::Vec1Types, type::Vec2Types, type::Vec3Types,
                                    type::Vec6Types, type::Rigid3Types>();
}

}  // namespace sofa::component::constraintlagrangian
