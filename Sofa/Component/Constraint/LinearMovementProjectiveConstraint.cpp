#include "Sofa/Component/Constraint/LinearMovementProjectiveConstraint.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

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
void LinearMovementProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  m_usable = checkKeys();
  this->trackData(d_keyTimes);
  this->trackData(d_movements);
}

template <class DataTypes>
bool LinearMovementProjectiveConstraint<DataTypes>::checkKeys() const {
  const char* problem = keyProblem(d_keyTimes.value(), d_movements.value());
  if (problem) this->error("{}. The points stay free.", problem);
  return !problem;
}

template <class DataTypes>
std::optional<KeyInterval> LinearMovementProjectiveConstraint<DataTypes>::interval() const {
  if (!m_usable || d_movements.value().size() < d_keyTimes.value().size()) return {};
  return findKeyInterval(d_keyTimes.value(), this->context()->time());
}

template <class DataTypes>
auto LinearMovementProjectiveConstraint<DataTypes>::moved(const Coord& start, const KeyInterval& keys) const -> Coord {
  const Deriv& from = d_movements.value()[keys.previous];
  const Deriv& to = d_movements.value()[keys.next];
  const Deriv movement = from + (to - from) * keys.fraction;
  const bool relative = d_relativeMovements.value();
  if constexpr (DataTypes::isRigid) {
    const auto center = movement.template head<3>();
    const type::Quat turn =
        slerp(type::fromEuler(from.template tail<3>()), type::fromEuler(to.template tail<3>()), keys.fraction);
    Coord x;
    x.center = relative ? type::Vec3(start.center + center) : type::Vec3(center);
    x.orientation = relative ? type::Quat(start.orientation * turn) : turn;
    return x;
  } else {
    return relative ? Coord(start + movement) : Coord(movement);
  }
}

template <class DataTypes>
void LinearMovementProjectiveConstraint<DataTypes>::projectPosition(VecCoord& x) {
  if (m_start.size() < x.size())
    m_start.insert(m_start.end(), x.begin() + static_cast<std::ptrdiff_t>(m_start.size()), x.end());
  const auto keys = interval();
  if (!keys) return;
  for (const type::Index i : this->points()) x[i] = moved(m_start[i], *keys);
}

template <class DataTypes>
void LinearMovementProjectiveConstraint<DataTypes>::projectVelocity(VecDeriv& v) {
  const auto keys = interval();
  if (!keys) return;
  const VecDeriv& movements = d_movements.value();
  const Deriv velocity = (movements[keys->next] - movements[keys->previous]) / keys->duration;
  for (const type::Index i : this->points()) v[i] = velocity;
}

template <class DataTypes>
void LinearMovementProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  if (!interval()) return;
  for (const type::Index i : this->points()) d[i].setZero();
}

template <class DataTypes>
void LinearMovementProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (!this->mstate()) return;
  if (!interval() || !this->isActive()) this->tellHeld();
  this->discardPoints(*matrix);
}

template <class DataTypes>
void LinearMovementProjectiveConstraint<DataTypes>::draw(core::DrawList& list) const {
  if (!d_showMovement.value()) return this->drawPoints(list, 0);
  if (!this->mstate() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  const VecDeriv& movements = d_movements.value();
  const VecCoord& x = this->mstate()->positions();
  const bool relative = d_relativeMovements.value();
  for (const type::Index i : this->d_indices.value()) {
    if (i >= x.size()) continue;
    const type::Vec3 start =
        relative ? DataTypes::position(i < m_start.size() ? m_start[i] : x[i]) : type::Vec3(0, 0, 0);
    for (std::size_t k = 0; k + 1 < movements.size(); ++k)
      list.line(start + core::linearPart<DataTypes>(movements[k]),
                start + core::linearPart<DataTypes>(movements[k + 1]), 10, {1, 0.5f, 0.5f, 1});
  }
}

namespace {
const auto registered = core::Register("LinearMovementProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points moved by given displacements between key times")
                            .wasCalled("LinearMovementConstraint")
                            .addAll<LinearMovementProjectiveConstraint, type::Vec3Types, type::Vec2Types,
                                    type::Vec1Types, type::Vec6Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint
