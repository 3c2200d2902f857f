// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/LinearForceField.h"

#include "Sofa/Component/MechanicalLoad/LoadEnergy.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

template <class DataTypes>
void LinearForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{&d_points, &d_times, &d_forces})
    this->trackData(*data);
  check();
}

template <class DataTypes>
void LinearForceField<DataTypes>::check() {
  const auto& times = d_times.value();
  m_told = false;
  if (d_points.value().empty()) this->warning("points is empty: nothing is loaded.");
  const bool increases = std::ranges::is_sorted(times, std::less_equal<>());
  if (times.size() == d_forces.value().size() && increases && !times.empty()) return this->setValid();
  this->error("{}: there is no force.",
              times.empty() ? "times is empty: give at least one key time and its force"
              : !increases  ? std::string("times must be in increasing order")
                            : fmt::format("{} times for {} forces", times.size(), d_forces.value().size()));
  this->setInvalid();
}

template <class DataTypes>
auto LinearForceField<DataTypes>::forceNow() const -> Deriv {
  const auto& times = d_times.value();
  const VecDeriv& forces = d_forces.value();
  const double t = this->context()->time();
  const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
  if (after == 0) return Deriv::Zero();
  if (after == times.size()) return forces.back();
  const double part = (t - times[after - 1]) / (times[after] - times[after - 1]);
  return d_force.value() * (forces[after - 1] + part * (forces[after] - forces[after - 1]));
}

template <class DataTypes>
void LinearForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord&,
                                           const VecDeriv&) {
  if (!this->isValid()) return;
  const Deriv force = forceNow();
  for (const type::Index point : d_points.value())
    if (point < f.size())
      f[point] += force;
    else if (!std::exchange(m_told, true))
      this->error("points names {}, but the state has {} points: this and any other such point gets no force.", point,
                  f.size());
}

template <class DataTypes>
std::optional<double> LinearForceField<DataTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->isValid() || !this->mstate()) return 0;
  const Deriv force = forceNow();
  const VecCoord& x = this->mstate()->coords(params.x);
  double energy = 0;
  for (const type::Index point : d_points.value()) {
    if (point >= x.size()) continue;
    const auto part = loadEnergy<DataTypes>(force, x[point]);
    if (!part) return {};
    energy += *part;
  }
  return energy;
}

template <class DataTypes>
void LinearForceField<DataTypes>::draw(core::DrawList& list) const {
  const double scale = d_arrowSizeCoef.value();
  if (!this->mstate() || !this->isValid() || !(scale > 0) || !list.shows(type::DisplayFlags::ForceFields)) return;
  const type::Vec3 arrow = scale * core::linearPart<DataTypes>(forceNow());
  const VecCoord& x = this->mstate()->positions();
  for (const type::Index point : d_points.value()) {
    if (point >= x.size()) continue;
    const type::Vec3 from = DataTypes::position(x[point]);
    list.arrow(from, from + arrow, arrow.norm() / 20, {0.2f, 0.9f, 0.3f, 1});
  }
}

namespace {
const auto registered =
    core::Register("LinearForceField", "Sofa.Component.MechanicalLoad", "forces that follow key times")
        .addAll<LinearForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types, type::Vec6Types,
                type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::mechanicalload
