#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {

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

BaseMeshTopology* meshTopology(const Context& node) {
  if (auto* own = node.slot<BaseMeshTopology>()) return own;
  for (auto* parent : node.parents())
    if (auto* found = parent->up<BaseMeshTopology>()) return found;
  return nullptr;
}

BaseMeshTopology* firstMeshTopology(const Context& node) { return node.up<BaseMeshTopology>(); }

}  // namespace sofa::core
