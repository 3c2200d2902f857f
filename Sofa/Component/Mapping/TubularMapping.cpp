// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/TubularMapping.h"

#include <numbers>

#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void TubularMapping<In, Out>::init() {
  this->setValid();
  if (!d_radius.isSet()) {
    this->error("No Radius defined: nothing is mapped. Set 'radius'.");
    this->setInvalid();
  }
  Base::init();
}

template <class In, class Out>
double TubularMapping<In, Out>::radiusOf(std::size_t circle, std::size_t circles) const {
  const int peak = d_peak.value();
  const auto fromTip = static_cast<double>(peak > 0 ? circle : circles - 1 - circle);
  const double length = std::abs(static_cast<double>(peak));
  return fromTip < length ? d_radius.value() * fromTip / length : d_radius.value();
}

template <class In, class Out>
void TubularMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!this->isValid()) return;
  const std::size_t count = d_nbPointsOnEachCircle.value();
  this->resizeOutput(out, in.size() * count);
  this->m_jacobian.clear();
  for (std::size_t i = 0; i < in.size(); ++i)
    for (std::size_t j = 0; j < count; ++j) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(count);
      const type::Vec3 local = radiusOf(i, in.size()) * type::Vec3(0, std::cos(angle), std::sin(angle));
      const type::Vec3 arm = in[i].orientation * local;
      out[i * count + j] = in[i].center + arm;
      this->m_jacobian.add(i * count + j, i, arm);
    }
}

template <class In, class Out>
void TubularMapping<In, Out>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  InVecDeriv pulled(in.size(), In::Deriv::Zero());
  this->m_jacobian.addTransposedProduct(pulled, out);
  // In SOFA v26.06 each body takes the forces of all circles before it too.
  const bool isSofas = core::reproducesSofa(*this);
  typename In::Deriv sum = In::Deriv::Zero();
  for (std::size_t i = 0; i < in.size(); ++i) {
    sum = isSofas ? typename In::Deriv(sum + pulled[i]) : pulled[i];
    in[i] += sum;
  }
}

namespace {
const auto registered =
    core::Register("TubularMapping", "Sofa.Component.Mapping.Linear", "circles of points around a chain of bodies")
        .add<TubularMapping<type::Rigid3Types, type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::mapping
