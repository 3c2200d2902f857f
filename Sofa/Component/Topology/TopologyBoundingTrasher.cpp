// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologyBoundingTrasher.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::topology {

using type::Vec3;

template <class Visit>
void TopologyBoundingTrasher::withHighest(const Visit& visit) const {
  const auto& mesh = *l_topology;
  if (!mesh.hexahedra().empty()) return visit(ElementType::hexahedron, mesh.hexahedra());
  if (!mesh.tetrahedra().empty()) return visit(ElementType::tetrahedron, mesh.tetrahedra());
  if (!mesh.quads().empty()) return visit(ElementType::quad, mesh.quads());
  if (!mesh.triangles().empty()) return visit(ElementType::triangle, mesh.triangles());
  if (!mesh.edges().empty()) return visit(ElementType::edge, mesh.edges());
}

void TopologyBoundingTrasher::init() {
  setInvalid();
  if (!core::requireMesh(*this, l_topology, core::meshThatChanges)) return;
  bool hasElements = false;
  withHighest([&](ElementType kind, const auto&) {
    hasElements = true;
    m_modifier = findModifier(*l_topology, kind);
    if (!m_modifier)
      error("No modifier for elements of the kind {} is visible from {}: add one to its node.", nameOf(kind),
            l_topology->path());
  });
  if (!hasElements) return warning("{} has no elements: none can leave the box.", l_topology->path());
  if (!m_modifier) return;
  d_listening.set(true);
  setValid();
}

type::BoundingBox TopologyBoundingTrasher::box() const {
  const auto& b = d_box.value();
  return {b.head<3>().cwiseMin(b.tail<3>()), b.head<3>().cwiseMax(b.tail<3>())};
}

void TopologyBoundingTrasher::handleEvent(core::Event& event) {
  if (!isValid() || !core::eventAs<core::AnimateEndEvent>(event)) return;
  const auto& x = d_positions.value();
  const type::BoundingBox limits = box();
  std::vector<Index> outside;
  withHighest([&](ElementType kind, const auto& elements) {
    if (!m_modifier->handles(kind)) return;
    for (std::size_t e = 0; e < elements.size(); ++e) {
      Vec3 middle = Vec3::Zero();
      bool known = true;
      for (const Index point : elements[e]) {
        known = known && point < x.size();
        if (known) middle += x[point] / static_cast<double>(elements[e].size());
      }
      const bool isInside = ((middle - limits.min).array() >= 0).all() && ((limits.max - middle).array() >= 0).all();
      if (known && !isInside) outside.push_back(static_cast<Index>(e));
    }
    if (!outside.empty()) m_modifier->remove(kind, std::move(outside));
  });
}

void TopologyBoundingTrasher::draw(core::DrawList& list) const {
  if (d_drawBox.value()) list.box(box(), 2, {1, 1, 1, 1});
}

namespace {
const auto registered = core::Register("TopologyBoundingTrasher", "Sofa.Component.Topology.Utility",
                                       "removes the elements that leave a box")
                            .add<TopologyBoundingTrasher>(true);
}  // namespace

}  // namespace sofa::component::topology
