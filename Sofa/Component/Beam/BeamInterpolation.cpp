#include "Sofa/Component/Beam/BeamInterpolation.h"

#include <numbers>
#include <numeric>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

void BeamInterpolation::init() {
  m_beams.clear();
  m_start.clear();
  m_nodeCount = 0;
  setInvalid();
  const auto* state = dynamic_cast<const core::State<type::Rigid3Types>*>(core::mechanicalState(*context()));
  if (!state) return error("There is no state of frames (Rigid3d) in this node or above: add a MechanicalObject.");
  if (!l_topology) l_topology.set(core::meshTopology(*context()));
  if (!l_topology) return error("No topology is visible from this node: add one with edges, or set topology.");
  if (makeSection() && makeBeams(state->restPositions())) setValid();
}

bool BeamInterpolation::makeSection() {
  const double e = d_youngModulus.value(), nu = d_poissonRatio.value();
  if (!(e > 0) || !(nu > -1) || nu > 0.5) {
    error(
        "defaultYoungModulus is {} and defaultPoissonRatio is {}; give a positive modulus and a ratio between -1 and "
        "0.5.",
        e, nu);
    return false;
  }
  m_section.youngModulus = e;
  m_section.shearModulus = e / (2 * (1 + nu));
  if (d_crossSectionShape.value().is("rectangular")) {
    const double y = d_lengthY.value(), z = d_lengthZ.value();
    m_section.area = y * z;
    m_section.inertiaY = y * z * z * z / 12;
    m_section.inertiaZ = z * y * y * y / 12;
    m_section.torsion = m_section.inertiaY + m_section.inertiaZ;
  } else {
    const double outer = d_radius.value() * d_radius.value(), inner = d_innerRadius.value() * d_innerRadius.value();
    m_section.area = std::numbers::pi * (outer - inner);
    m_section.inertiaY = m_section.inertiaZ = std::numbers::pi * (outer * outer - inner * inner) / 4;
    m_section.torsion = 2 * m_section.inertiaY;
  }
  if (m_section.area > 0 && std::isfinite(m_section.area)) return true;
  error("The section has no area: make radius larger than innerRadius, or lengthY and lengthZ positive.");
  return false;
}

bool BeamInterpolation::makeBeams(std::span<const Frame> rest) {
  const auto& edges = l_topology->edges();
  std::vector<type::Index> chosen = d_edgeList.value();
  if (chosen.empty()) {
    chosen.resize(edges.size());
    std::iota(chosen.begin(), chosen.end(), type::Index{0});
  }
  const auto& lengths = d_lengthList.value();
  m_start.assign(1, 0.0);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    if (chosen[k] >= edges.size() || std::max(edges[chosen[k]][0], edges[chosen[k]][1]) >= rest.size()) {
      error("The beam of edge {} is not there: {} has {} edges, between {} frames.", chosen[k], l_topology->path(),
            edges.size(), rest.size());
      return false;
    }
    const type::Edge& nodes = edges[chosen[k]];
    const double length = k < lengths.size() ? lengths[k] : (rest[nodes[1]].center - rest[nodes[0]].center).norm();
    if (!(length > 0)) {
      error("The beam of edge {} has no length at rest: move its nodes apart, or give lengthList.", chosen[k]);
      return false;
    }
    m_beams.push_back({nodes, length});
    m_nodeCount = std::max<std::size_t>(m_nodeCount, std::max(nodes[0], nodes[1]) + 1);
    m_start.push_back(m_start.back() + length);
  }
  if (!m_beams.empty()) return true;
  error("{} has no edges: there are no beams.", l_topology->path());
  return false;
}

std::pair<std::size_t, double> BeamInterpolation::locate(double abscissa) const {
  const auto after = std::upper_bound(m_start.begin() + 1, m_start.end() - 1, abscissa);
  const auto beam = static_cast<std::size_t>(after - m_start.begin()) - 1;
  return {beam, std::clamp((abscissa - m_start[beam]) / m_beams[beam].length, 0.0, 1.0)};
}

namespace {
const auto registered = core::Register("BeamInterpolation", "BeamAdapter", "curved beams along the edges of a mesh")
                            .add<BeamInterpolation>(true);
}  // namespace

}  // namespace sofa::component::beam
