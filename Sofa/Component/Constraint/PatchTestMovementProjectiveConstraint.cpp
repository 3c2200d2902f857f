// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/PatchTestMovementProjectiveConstraint.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

using type::Vec3;

template <class DataTypes>
void PatchTestMovementProjectiveConstraint<DataTypes>::init() {
  RampedMovement<DataTypes>::init();
  const std::size_t count = d_cornerMovements.value().size();
  if (count == 4 || count == 8 || !this->isValid()) return;
  this->error("cornerMovements holds {} movements: give four for a flat patch, eight for a solid one.", count);
  this->setInvalid();
}

template <class DataTypes>
void PatchTestMovementProjectiveConstraint<DataTypes>::setStart(const VecCoord& start) {
  const VecCoord& corners = d_cornerPoints.value().empty() ? start : d_cornerPoints.value();
  m_low = m_high = corners.empty() ? Vec3(Vec3::Zero()) : DataTypes::position(corners.front());
  for (const Coord& corner : corners) {
    m_low = m_low.cwiseMin(DataTypes::position(corner));
    m_high = m_high.cwiseMax(DataTypes::position(corner));
  }
}

template <class DataTypes>
auto PatchTestMovementProjectiveConstraint<DataTypes>::goal(const Coord& start) const -> Coord {
  const VecDeriv& movements = d_cornerMovements.value();
  const Vec3 p = DataTypes::position(start);
  Vec3 at = Vec3::Zero();  // 0 to 1 from the first corner to the last
  for (int k = 0; k < 3; ++k)
    if (m_high[k] > m_low[k]) at[k] = std::abs(p[k] - m_low[k]) / (m_high[k] - m_low[k]);
  const bool flat = movements.size() == 4 || !(m_high[2] > m_low[2]);
  Vec3 moved = p;
  for (std::size_t corner = 0; corner < (flat ? 4u : 8u) && corner < movements.size(); ++corner) {
    const bool highX = corner % 4 == 1 || corner % 4 == 2, highY = corner % 4 >= 2, highZ = corner >= 4;
    const double x = highX ? at[0] : 1 - at[0], y = highY ? at[1] : 1 - at[1], z = flat ? 1 : highZ ? at[2] : 1 - at[2];
    moved += x * y * z * core::linearPart<DataTypes>(movements[corner]);
  }
  Coord goal = start;
  DataTypes::setPosition(goal, moved);
  return goal;
}

namespace {
const auto registered = core::Register("PatchTestMovementProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points of a patch moved as its corners are")
                            .wasCalled("PatchTestMovementConstraint")
                            .ignores("meshIndices", "the points that move are those of indices")
                            .ignores("constrainedPoints", "the points that move are those of indices")
                            .addAll<PatchTestMovementProjectiveConstraint, type::Vec3Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint
