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
  m_revision = l_interpolation->revision();
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
    m_points.push_back({beam, s, Vec3(0, p.y(), p.z())});
  }
}

void AdaptiveBeamMapping::apply(OutVecCoord& out, const InVecCoord& in) {
  if (isValid() && l_interpolation && m_revision != l_interpolation->revision()) place();
  if (!fits(in.size(), out.size())) return;
  if (m_points.empty()) std::ranges::fill(out, Vec3::Zero());
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    Point& p = m_points[i];
    const BeamCurve curve = l_interpolation->curve(p.beam, in);
    const Frame section = curve.frame(p.s);
    p.arm0 = curve.controlPoint(1) - curve.controlPoint(0);
    p.arm1 = curve.controlPoint(2) - curve.controlPoint(3);
    p.toPoint = type::rotate(section.orientation, p.offset);
    out[i] = section.center + p.toPoint;
  }
}

void AdaptiveBeamMapping::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  if (!fits(in.size(), out.size())) return;
  if (m_points.empty()) std::ranges::fill(out, Vec3::Zero());
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const Point& p = m_points[i];
    const auto& nodes = l_interpolation->beams()[p.beam].nodes;
    const type::Vec6 &a = in[nodes[0]], &b = in[nodes[1]];
    const type::Vec<4> w = BeamCurve::weights(p.s);
    const Vec3 turnA = a.tail<3>(), turnB = b.tail<3>();
    const Vec3 turn = (1 - p.s) * turnA + p.s * turnB;
    out[i] = (w[0] + w[1]) * a.head<3>() + w[1] * turnA.cross(p.arm0) + (w[2] + w[3]) * b.head<3>() +
             w[2] * turnB.cross(p.arm1) + turn.cross(p.toPoint);
  }
}

void AdaptiveBeamMapping::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  if (!fits(in.size(), out.size())) return;
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const Point& p = m_points[i];
    const auto& nodes = l_interpolation->beams()[p.beam].nodes;
    const type::Vec<4> w = BeamCurve::weights(p.s);
    const Vec3& f = out[i];
    const Vec3 torque = p.toPoint.cross(f);
    in[nodes[0]].head<3>() += (w[0] + w[1]) * f;
    in[nodes[0]].tail<3>() += w[1] * p.arm0.cross(f) + (1 - p.s) * torque;
    in[nodes[1]].head<3>() += (w[2] + w[3]) * f;
    in[nodes[1]].tail<3>() += w[2] * p.arm1.cross(f) + p.s * torque;
  }
}

namespace {
const auto registeredMapping =
    core::Register("AdaptiveBeamMapping", "BeamAdapter", "points that move with curved beams")
        .add<AdaptiveBeamMapping>(true);
}  // namespace

}  // namespace sofa::component::beam
