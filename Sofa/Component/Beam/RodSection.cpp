// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/RodSection.h"
#include "Sofa/Type/AngleAxis.h"

#include <numbers>

#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using std::numbers::pi;
using type::Quat;
using type::Vec3;

BeamSection BeamSection::circular(double radius, double innerRadius) {
  BeamSection s;
  const double outer = radius * radius, inner = innerRadius * innerRadius;
  s.area = pi * (outer - inner);
  s.inertiaY = s.inertiaZ = pi * (outer * outer - inner * inner) / 4;
  s.torsion = 2 * s.inertiaY;
  return s;
}

BeamSection BeamSection::rectangular(double lengthY, double lengthZ) {
  BeamSection s;
  s.area = lengthY * lengthZ;
  s.inertiaY = lengthY * lengthZ * lengthZ * lengthZ / 12;
  s.inertiaZ = lengthZ * lengthY * lengthY * lengthY / 12;
  s.torsion = s.inertiaY + s.inertiaZ;
  return s;
}

bool BeamSection::setMaterial(const core::Base& owner, const core::Data<double>& e, const core::Data<double>& nu,
                              std::string_view sizes) {
  return setMaterial(owner, {e.name(), e.value()}, {nu.name(), nu.value()}, sizes);
}

bool BeamSection::setMaterial(const core::Base& owner, const Named& e, const Named& nu, std::string_view sizes) {
  if (!(e.value > 0) || !(nu.value > -1) || nu.value > 0.5) {
    owner.error("{} is {} and {} is {}; give a positive modulus and a ratio between -1 and 0.5.", e.name, e.value,
                nu.name, nu.value);
    return false;
  }
  youngModulus = e.value;
  shearModulus = youngModulus / (2 * (1 + nu.value));
  if (area > 0 && std::isfinite(area)) return true;
  owner.error("The section has no area: {}.", sizes);
  return false;
}

void RodSection::init() {
  m_section = BeamSection::circular(d_radius.value(), d_innerRadius.value());
  m_section.massDensity = d_massDensity.value();
  setInvalid();
  if (!m_section.setMaterial(*this, d_youngModulus, d_poissonRatio, "make radius larger than innerRadius")) return;
  if (!d_nbBeams.isSet() && d_nbEdgesCollis.isSet()) {
    warning("nbBeams is not given: there are as many beams as nbEdgesCollis says, {}. Set nbBeams.",
            d_nbEdgesCollis.value());
    d_nbBeams.set(d_nbEdgesCollis.value());
  }
  if (d_nbBeams.value() < 1 || d_nbEdgesVisu.value() < 1 || d_nbEdgesCollis.value() < 1)
    return error("nbBeams, nbEdgesVisu and nbEdgesCollis must be at least 1.");
  if (!(length() > 0) || !std::isfinite(length())) return error("length=\"{}\" must be positive.", length());
  core::readAtInit(*this, {&d_poissonRatio, &d_youngModulus, &d_massDensity, &d_radius, &d_innerRadius, &d_length,
                           &d_nbBeams, &d_nbEdgesVisu, &d_nbEdgesCollis});
  setValid();
}

void RodSpireSection::init() {
  RodSection::init();
  core::readAtInit(*this, {&d_spireDiameter, &d_spireHeight});
  if (!isValid() || d_spireDiameter.value() > 0) return;
  error("spireDiameter=\"{}\" must be positive; use a RodStraightSection for a straight part.",
        d_spireDiameter.value());
  setInvalid();
}

Frame RodSpireSection::restFrame(double distance) const {
  const double radius = d_spireDiameter.value() / 2, height = d_spireHeight.value();
  const double turns = distance / std::hypot(height, 2 * pi * radius), angle = 2 * pi * turns;
  const Quat around(type::AngleAxis(angle, Vec3::UnitY()));
  const Quat rising(type::AngleAxis(std::atan(height / (2 * pi * radius)), Vec3::UnitZ()));
  return {Vec3(radius * std::sin(angle), height * turns, radius * (std::cos(angle) - 1)), Quat(around * rising)};
}

namespace {
const auto registeredStraight =
    core::Register("RodStraightSection", "BeamAdapter", "a straight part of a wire").add<RodStraightSection>(true);
const auto registeredSpire =
    core::Register("RodSpireSection", "BeamAdapter", "a part of a wire that is a coil").add<RodSpireSection>(true);
}  // namespace

}  // namespace sofa::component::beam
