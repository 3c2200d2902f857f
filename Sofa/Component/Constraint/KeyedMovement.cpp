// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/KeyedMovement.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"

namespace sofa::component::constraint {
namespace {

/// Spherical interpolation without choice of the short way (Shoemake, Animating Rotation with Quaternion Curves, 1985).
type::Quat slerp(const type::Quat& a, const type::Quat& b, double s) {
  const double cosine = a.dot(b);
  if (std::abs(cosine) >= 1) return a;
  const double angle = std::acos(cosine);
  const double sine = std::sqrt(1 - cosine * cosine);
  type::Quat q;
  if (sine < 0.001)
    q.coeffs() = 0.5 * (a.coeffs() + b.coeffs());
  else
    q.coeffs() = (std::sin((1 - s) * angle) * a.coeffs() + std::sin(s * angle) * b.coeffs()) / sine;
  return q;
}

}  // namespace

template <class DataTypes>
void KeyedMovement<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  m_usable = checkKeys();
  this->trackData(d_keyTimes);
  this->trackData(d_movements);
}

template <class DataTypes>
bool KeyedMovement<DataTypes>::checkKeys() const {
  const char* problem = keyProblem(d_keyTimes.value(), d_movements.value());
  if (problem) this->error("{}. The points stay free.", problem);
  return !problem;
}

template <class DataTypes>
std::optional<KeyInterval> KeyedMovement<DataTypes>::interval() const {
  if (!m_usable || d_movements.value().size() < d_keyTimes.value().size()) return {};
  return findKeyInterval(d_keyTimes.value(), this->context()->time());
}

template <class DataTypes>
void KeyedMovement<DataTypes>::move(Coord& x, const Coord& start, const KeyInterval& keys) const {
  Deriv from = d_movements.value()[keys.previous], to = d_movements.value()[keys.next];
  const bool relative = isRelative();
  if constexpr (DataTypes::isRigid) {
    for (int c = 0; c < 3; ++c)
      if (moves(c)) x.center[c] = (relative ? start.center[c] : 0) + (from[c] + (to[c] - from[c]) * keys.fraction);
    if (!moves(3) && !moves(4) && !moves(5)) return;
    for (int c = 3; c < 6; ++c)
      if (!moves(c)) from[c] = to[c] = 0;
    const type::Quat turn =
        slerp(type::fromEuler(from.template tail<3>()), type::fromEuler(to.template tail<3>()), keys.fraction);
    x.orientation = relative ? type::Quat(start.orientation * turn) : turn;
  } else {
    for (int c = 0; c < DataTypes::derivSize; ++c)
      if (moves(c)) x[c] = (relative ? start[c] : 0) + (from[c] + (to[c] - from[c]) * keys.fraction);
  }
}

template <class DataTypes>
void KeyedMovement<DataTypes>::projectPosition(VecCoord& x) {
  if (m_start.size() < x.size())
    m_start.insert(m_start.end(), x.begin() + static_cast<std::ptrdiff_t>(m_start.size()), x.end());
  const auto keys = interval();
  if (!keys) return;
  for (const type::Index i : this->points()) move(x[i], m_start[i], *keys);
}

template <class DataTypes>
void KeyedMovement<DataTypes>::projectVelocity(VecDeriv& v) {
  const auto keys = interval();
  if (!keys) return;
  const VecDeriv& movements = d_movements.value();
  const Deriv velocity = (movements[keys->next] - movements[keys->previous]) / keys->duration;
  const bool isSofas = core::reproducesSofa(*this);
  for (const type::Index i : this->points())
    for (int c = 0; c < DataTypes::derivSize; ++c)
      if (isSofas || moves(c)) v[i][c] = velocity[c];
}

template <class DataTypes>
void KeyedMovement<DataTypes>::projectResponse(VecDeriv& d) {
  if (!interval()) return;
  for (const type::Index i : this->points())
    for (int c = 0; c < DataTypes::derivSize; ++c)
      if (moves(c)) d[i][c] = 0;
}

template <class DataTypes>
void KeyedMovement<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (!this->mstate()) return;
  if (!interval() || !this->isActive()) this->tellHeld();
  this->discardPoints(*matrix, false, [&](int c) { return moves(c); });
}

template <class DataTypes>
void KeyedMovement<DataTypes>::draw(core::DrawList& list) const {
  if (!d_showMovement.value()) return this->drawPoints(list, 0);
  if (!this->mstate() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  const VecDeriv& movements = d_movements.value();
  const VecCoord& x = this->mstate()->positions();
  const bool relative = isRelative();
  for (const type::Index i : this->d_indices.value()) {
    if (i >= x.size()) continue;
    const type::Vec3 start =
        relative ? DataTypes::position(i < m_start.size() ? m_start[i] : x[i]) : type::Vec3(0, 0, 0);
    for (std::size_t k = 0; k + 1 < movements.size(); ++k)
      list.line(start + core::linearPart<DataTypes>(movements[k]),
                start + core::linearPart<DataTypes>(movements[k + 1]), 10, {1, 0.5f, 0.5f, 1});
  }
}

template class KeyedMovement<type::Vec3Types>;
template class KeyedMovement<type::Vec2Types>;
template class KeyedMovement<type::Vec1Types>;
template class KeyedMovement<type::Vec6Types>;
template class KeyedMovement<type::Rigid3Types>;

}  // namespace sofa::component::constraint
