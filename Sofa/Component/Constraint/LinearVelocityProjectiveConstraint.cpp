// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Constraint/LinearVelocityProjectiveConstraint.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::constraint {

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  readData();
  m_previous.clear();
  m_finished = false;
  this->trackData(d_keyTimes);
  this->trackData(d_velocities);
  this->trackData(d_coordinates);
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::readData() {
  const char* problem = keyProblem(d_keyTimes.value(), d_velocities.value());
  if (problem) this->error("{}. The points stay free.", problem);
  m_usable = !problem;
  m_coordinates.clear();
  m_allCoordinates = d_coordinates.value().empty();
  for (const type::Index c : d_coordinates.value()) {
    if (c < DataTypes::derivSize)
      m_coordinates.push_back(static_cast<int>(c));
    else
      this->warning("coordinates: {} is ignored, components of {} go from 0 to {}.", c, DataTypes::name(),
                    DataTypes::derivSize - 1);
  }
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::reset() {
  m_finished = false;
  if (d_fullReset.value() || !core::reproducesSofa(*this)) {
    m_previous = m_atStart;
    return;
  }
  const auto hasMoved = [](const Coord& a, const Coord& b) { return DataTypes::position(a) != DataTypes::position(b); };
  if (!m_toldKept && !std::ranges::equal(m_previous, m_atStart, std::not_fn(hasMoved))) {
    m_toldKept = true;
    this->message(helper::Severity::Info,
                  "In SOFA v26.06 these points go on after a reset from where they were. fullReset=\"1\", or "
                  "compatibility=\"exact\" at the root, puts them back.");
  }
}

template <class DataTypes>
auto LinearVelocityProjectiveConstraint<DataTypes>::velocity() -> std::optional<Deriv> {
  const std::vector<double>& times = d_keyTimes.value();
  const VecDeriv& velocities = d_velocities.value();
  if (!m_usable || times.empty() || velocities.size() < times.size()) return {};
  const double t = this->context()->time();
  const Deriv last = times.size() > 1 ? velocities[times.size() - 1] : Deriv(Deriv::Zero());
  m_finished = m_finished || t > times.back();
  if (m_finished) return d_continueAfterEnd.value() ? std::optional<Deriv>(last) : std::nullopt;
  if (t == times.back()) return last;
  const auto keys = findKeyInterval(times, t);
  if (!keys) return {};
  return Deriv(velocities[keys->previous] + (velocities[keys->next] - velocities[keys->previous]) * keys->fraction);
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::advance(Coord& x, Coord& previous, const Deriv& step) const {
  if (!m_allCoordinates) return advanceCoordinates(x, previous, step);
  DataTypes::add(previous, step);
  x = previous;
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::advanceCoordinates(Coord& x, Coord& previous,
                                                                       const Deriv& step) const {
  // In SOFA v26.06 the whole point is remembered after each coordinate: the next one starts from what the solver made
  // of it.
  const bool isSofas = core::reproducesSofa(*this);
  for (const int c : m_coordinates) {
    if constexpr (DataTypes::isRigid) {
      Deriv part = Deriv::Zero();
      part[c] = step[c];
      DataTypes::add(previous, part);
      if (c < 3)
        x.center[c] = previous.center[c];
      else
        x.orientation = previous.orientation;
    } else {
      x[c] = previous[c] + step[c];
      if (!isSofas) previous[c] = x[c];
    }
    if (isSofas) previous = x;
  }
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::projectPosition(VecCoord& x) {
  if (m_previous.size() < x.size())
    m_previous.insert(m_previous.end(), x.begin() + static_cast<std::ptrdiff_t>(m_previous.size()), x.end());
  const auto v = velocity();
  if (!v) return;
  const Deriv step = *v * this->context()->dt();
  for (const type::Index i : this->points()) advance(x[i], m_previous[i], step);
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::projectVelocity(VecDeriv& v) {
  const auto imposed = velocity();
  if (!imposed) return;
  for (const type::Index i : this->points()) {
    if (m_allCoordinates) v[i] = *imposed;
    for (const int c : m_coordinates) v[i][c] = (*imposed)[c];
  }
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::projectResponse(VecDeriv& d) {
  if (!velocity()) return;
  for (const type::Index i : this->points()) d[i].setZero();
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (this->mstate() && velocity()) this->discardPoints(*matrix);
}

template <class DataTypes>
void LinearVelocityProjectiveConstraint<DataTypes>::draw(core::DrawList& list) const {
  if (!this->mstate() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  const VecDeriv& velocities = d_velocities.value();
  const VecCoord& rest = this->mstate()->restPositions();
  for (const type::Index i : this->d_indices.value()) {
    if (i >= rest.size()) continue;
    const type::Vec3 start = DataTypes::position(rest[i]);
    for (std::size_t k = 0; k + 1 < velocities.size(); ++k)
      list.line(start + core::linearPart<DataTypes>(velocities[k]),
                start + core::linearPart<DataTypes>(velocities[k + 1]), 1, {1, 0.5f, 0.5f, 1});
  }
}

namespace {
const auto registered = core::Register("LinearVelocityProjectiveConstraint", "Sofa.Component.Constraint.Projective",
                                       "points moved at given velocities between key times")
                            .wasCalled("LinearVelocityConstraint")
                            .addAll<LinearVelocityProjectiveConstraint, type::Vec3Types, type::Vec2Types,
                                    type::Vec1Types, type::Vec6Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::constraint
