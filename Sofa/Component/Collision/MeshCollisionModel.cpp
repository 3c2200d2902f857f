#include "Sofa/Component/Collision/MeshCollisionModel.h"

namespace sofa::component::collision {

bool MeshElementsModel::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  return hasStateOf<type::Vec3Types>(node, why);
}

void MeshElementsModel::init() {
  m_state = requireStateOf<type::Vec3Types>(*this);
  if (!l_topology) l_topology.set(core::firstMeshTopology(*context()));
  if (!m_state) return;
  if (needsMesh() && !l_topology) {
    error("No topology is visible from this node: add one, for example MeshTopology, or set topology.");
    return setInvalid();
  }
  setValid();
}

std::span<const type::Vec3> MeshElementsModel::points(core::VecCoordId id) const {
  if (!m_state) return {};
  return m_state->coords(id);
}

bool SurfaceCollisionModel::elementsAreStale() {
  const std::size_t n = points().size();
  if (m_copiedFrom == mesh() && m_copiedRevision == revision() && m_copiedSize == n) return false;
  m_copiedFrom = mesh();
  m_copiedRevision = revision();
  m_copiedSize = n;
  return true;
}

type::BoundingBox SurfaceCollisionModel::boxOfAll() {
  type::BoundingBox whole;
  if (m_usedPoints.empty()) return whole;
  const auto x = points();
  for (const type::Index p : m_usedPoints) whole.include(x[p]);
  const type::Vec3 skin = type::Vec3::Constant(d_contactDistance.value());
  whole.min -= skin;
  whole.max += skin;
  return whole;
}

}  // namespace sofa::component::collision
