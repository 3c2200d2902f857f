// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MeshTopology.h"

#include "Sofa/Core/Contract/MeshStars.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"

namespace sofa::core {

BaseMeshTopology::BaseMeshTopology() = default;
BaseMeshTopology::~BaseMeshTopology() = default;

const std::vector<type::Prism>& BaseMeshTopology::prisms() const {
  static const std::vector<type::Prism> none;
  return none;
}

const std::vector<type::Pyramid>& BaseMeshTopology::pyramids() const {
  static const std::vector<type::Pyramid> none;
  return none;
}

const MeshAdjacency& BaseMeshTopology::adjacency() const {
  const std::size_t current = revision();
  if (!m_adjacency || m_adjacencyRevision != current) m_adjacency.emplace(*this);
  m_adjacencyRevision = current;
  return *m_adjacency;
}

const MeshStars& BaseMeshTopology::stars() const {
  const std::size_t current = revision();
  if (!m_stars || m_starsRevision != current) m_stars = std::make_unique<MeshStars>(*this);
  m_starsRevision = current;
  return *m_stars;
}

MeshChanges BaseMeshTopology::changesSince(std::size_t revision) const {
  MeshChanges changes = m_log.between(revision, this->revision());
  changes.mesh = this;
  return changes;
}

void BaseMeshTopology::tellChange(std::size_t sinceRevision, MeshChange change) {
  // Room for what takes the place of all elements at once, sides and corners included. Who is behind by more has less
  // work with a new start.
  const std::size_t limit = 1024 + 9 * nbPoints() + 8 * edges().size() + 32 * (triangles().size() + quads().size()) +
                            80 * (tetrahedra().size() + hexahedra().size());
  if (m_stars && m_starsRevision == sinceRevision) {
    m_stars->follow(change);
    m_starsRevision = revision();
  }
  m_log.add(sinceRevision, revision(), std::move(change), limit);
}

BaseMeshTopology* meshTopology(const Node& node) {
  if (auto* own = slotOf<BaseMeshTopology>(node)) return own;
  for (auto* parent : node.parents())
    if (auto* found = upFrom<BaseMeshTopology>(*parent)) return found;
  return nullptr;
}

BaseMeshTopology* firstMeshTopology(const Node& node) { return upFrom<BaseMeshTopology>(node); }

}  // namespace sofa::core
