// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Beam/MultiAdaptiveBeamMapping.h"

#include "Sofa/Component/Beam/EdgeMesh.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::beam {

using type::Vec3;

void MultiAdaptiveBeamMapping::init() {
  setInvalid();
  const std::string& path = d_controller.value();
  const auto accepts = [](const core::Base* object) {
    return dynamic_cast<const InterventionalRadiologyController*>(object) != nullptr;
  };
  m_controller = path.empty() ? context()->up<InterventionalRadiologyController>()
                              : dynamic_cast<InterventionalRadiologyController*>(core::resolveLinkPath(
                                    *this, path.starts_with('@') ? path : "@" + path, accepts, false));
  if (!m_controller)
    return error("No wires are pushed out: set ircontroller to the path of an InterventionalRadiologyController.");
  if (!m_controller->isValid() || !l_output) return;  // which has told why
  if (m_controller->l_state.get() != l_input.get())
    return error("The input is not the state that {} moves: set input to it.", m_controller->path());
  if (!l_topology && !l_topology.isGiven() && l_output->context())
    l_topology.set(l_output->context()->local<core::BaseMeshTopology>());
  setValid();
  place();
  Mapping::init();
}

bool MultiAdaptiveBeamMapping::isPlaced() const {
  if (m_revisions.size() != m_controller->wireCount()) return false;
  for (std::size_t w = 0; w < m_revisions.size(); ++w)
    if (m_revisions[w] != m_controller->wire(w).revision()) return false;
  return true;
}

void MultiAdaptiveBeamMapping::place() {
  m_revisions.clear();
  for (std::size_t w = 0; w < m_controller->wireCount(); ++w) m_revisions.push_back(m_controller->wire(w).revision());
  m_points.clear();
  auto wires = m_controller->pushedWires();
  std::vector<std::vector<int>> edges(wires.size());
  for (std::size_t w = 0; w < wires.size(); ++w) {
    const WireRestShape& shape = m_controller->wire(w).wire();
    for (std::size_t i = 0; i < shape.densities().size(); ++i)
      edges[w].push_back(shape.part(i).d_nbEdgesCollis.value());
    wires[w].densities = edges[w];
  }
  const WireNodes nodes = placeNodes(wires, {}, m_controller->d_threshold.value());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto hasBeams = [&](std::size_t w) { return !m_controller->wire(w).beams().empty(); };
    const auto outer = std::ranges::find_if(nodes.wires[n], hasBeams);
    if (outer == nodes.wires[n].end()) continue;
    const BeamCurves& beams = m_controller->wire(*outer);
    const auto [beam, s] = beams.locate(nodes.places[n] - wires[*outer].handle());
    m_points.push_back({*outer, BeamPoint(beams, beam, s, Vec3::Zero())});
  }
  if (l_output->size() != m_points.size()) l_output->resize(m_points.size());
  if (l_topology && l_topology->nbPoints() != m_points.size()) fillWithLine(*l_topology, m_points.size());
}

void MultiAdaptiveBeamMapping::mapPositions(core::VecCoordId out, core::VecCoordId in) {
  if (isReady() && !isPlaced()) place();
  Mapping::mapPositions(out, in);
}

void MultiAdaptiveBeamMapping::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!fits(in.size(), out.size())) return;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = m_points[i].point.place(m_controller->wire(m_points[i].wire), in);
}

void MultiAdaptiveBeamMapping::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  if (!fits(in.size(), out.size())) return;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = m_points[i].point.velocity(in);
}

void MultiAdaptiveBeamMapping::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  if (!fits(in.size(), out.size())) return;
  for (std::size_t i = 0; i < out.size(); ++i) m_points[i].point.addForce(in, out[i]);
}

namespace {
const auto registeredMulti =
    core::Register("MultiAdaptiveBeamMapping", "BeamAdapter", "points at which wires that are pushed out touch bodies")
        .add<MultiAdaptiveBeamMapping>(true);
}  // namespace

}  // namespace sofa::component::beam
