// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/MeshCollisionModel.h"

#include "Sofa/Core/Contract/MeshSearch.h"

namespace sofa::component::collision {

bool MeshElementsModel::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  return hasStateOf<type::Vec3Types>(node, why);
}

void MeshElementsModel::init() {
  m_state = requireStateOf<type::Vec3Types>(*this);
  constexpr auto place = core::MeshPlace::first;
  core::connectMesh(*this, l_topology, place);
  if (!m_state) return;
  if (needsMesh() && !core::requireMesh(*this, l_topology, {.place = place})) return;
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
  return grown(whole);
}

type::BoundingBox MeshElementsModel::grown(const type::BoundingBox& box) const {
  const type::Vec3 skin = type::Vec3::Constant(d_contactDistance.value());
  return {box.min - skin, box.max + skin};
}

/// A free motion that is not there yet, before the first one, is none.
void MeshCollisionModel::includeMotion(const core::StepMotion& motion, std::span<type::BoundingBox> boxes) {
  using End = core::StepMotion::End;
  m_ends.clear();
  if (!vec3State() || motion.end == End::none) return;
  const auto x = points();
  if (motion.end == End::freeMotion) {
    if (!vec3State()->has(core::vec::freePosition)) return;
    const auto free = points(core::vec::freePosition);
    m_ends.assign(free.begin(), free.end());
  } else {
    const auto& v = vec3State()->derivs(core::vec::velocity);
    m_ends.assign(x.begin(), x.end());
    for (std::size_t i = 0; i < std::min(x.size(), v.size()); ++i) m_ends[i] += motion.dt * v[i];
  }
  if (m_ends.size() != x.size()) return m_ends.clear();
  m_endBoxes.resize(boxes.size());
  boxesAt(m_ends, m_endBoxes);
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i].include(m_endBoxes[i]);
}

}  // namespace sofa::component::collision
