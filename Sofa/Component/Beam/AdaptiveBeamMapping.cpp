// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/AdaptiveBeamMapping.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using type::Vec3;

void AdaptiveBeamMapping::init() {
  m_points.clear();
  setInvalid();
  if (!l_interpolation && l_input && l_input->context()) l_interpolation.set(l_input->context()->local<BeamCurves>());
  if (!l_interpolation)
    return error("There are no beams: add a BeamInterpolation to the input's node, or set interpolation.");
  if (!l_interpolation->isValid() || !l_output) return;  // which has told why
  m_given = d_points.isSet() ? d_points.value() : l_output->positions();
  for (const Vec3& p : m_given)
    if (!p.allFinite()) return error("points: {} is no place on a beam.", type::toText(p));
  place();
  setValid();
  if (l_output->size() != m_given.size()) l_output->resize(m_given.size());
  Mapping::init();
}

void AdaptiveBeamMapping::place() {
  m_beams = l_interpolation.get();
  m_revision = m_beams->revision();
  m_points.clear();
  const auto& beams = l_interpolation->beams();
  std::vector<double> ends;
  for (const auto& beam : beams) {
    if (ends.empty()) ends.push_back(beam.start);
    ends.push_back(ends.back() + beam.length);
  }
  d_segmentsCurvAbs.set(std::move(ends));
  if (beams.empty()) return;
  const auto last = static_cast<double>(beams.size()) - 1;
  for (const Vec3& p : m_given) {
    auto [beam, s] = l_interpolation->locate(p.x());
    if (!d_useCurvAbs.value()) {
      const double number = std::clamp(std::floor(p.x()), 0.0, last);
      beam = static_cast<std::size_t>(number);
      s = std::clamp(p.x() - number, 0.0, 1.0);
    }
    m_points.emplace_back(*l_interpolation, beam, s, Vec3(0, p.y(), p.z()));
  }
}

void AdaptiveBeamMapping::apply(OutVecCoord& out, const InVecCoord& in) {
  if (isValid() && l_interpolation && !isPlaced()) place();
  if (!fits(in.size(), out.size())) return;
  if (m_points.empty()) std::ranges::fill(out, Vec3::Zero());
  for (std::size_t i = 0; i < m_points.size(); ++i) out[i] = m_points[i].place(*l_interpolation, in);
}

void AdaptiveBeamMapping::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  if (!fits(in.size(), out.size())) return;
  if (m_points.empty()) std::ranges::fill(out, Vec3::Zero());
  for (std::size_t i = 0; i < m_points.size(); ++i) out[i] = m_points[i].velocity(in);
}

void AdaptiveBeamMapping::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  if (!fits(in.size(), out.size())) return;
  for (std::size_t i = 0; i < m_points.size(); ++i) m_points[i].addForce(in, out[i]);
}

namespace {
const auto registeredMapping =
    core::Register("AdaptiveBeamMapping", "BeamAdapter", "points that move with curved beams")
        .add<AdaptiveBeamMapping>(true);
}  // namespace

}  // namespace sofa::component::beam
