#include "Sofa/Component/Topology/TopologyModifier.h"

#include "Sofa/Component/Topology/SetTopologyContainer.h"

namespace sofa::component::topology {
namespace {

bool holds(const SetTopologyContainer& container, ElementType type) {
  switch (type) {
    case ElementType::point:
      return true;
    case ElementType::edge:
      return container.list<Edge>() != nullptr;
    case ElementType::triangle:
      return container.list<Triangle>() != nullptr;
    case ElementType::quad:
      return container.list<Quad>() != nullptr;
    case ElementType::tetrahedron:
      return container.list<Tetrahedron>() != nullptr;
    case ElementType::hexahedron:
      return container.list<Hexahedron>() != nullptr;
    default:
      return false;
  }
}

SetTopologyContainer* findContainer(const core::Context& node, ElementType type) {
  for (auto* container : node.allLocal<SetTopologyContainer>())
    if (holds(*container, type)) return container;
  for (auto* parent : node.parents())
    if (auto* found = findContainer(*parent, type)) return found;
  return nullptr;
}

}  // namespace

void TopologyModifier::init() {
  m_container = context() ? findContainer(*context(), elementType()) : nullptr;
  if (m_container) return setValid();
  std::string wanted = className();
  if (const auto end = wanted.rfind("Modifier"); end != wanted.npos) wanted.replace(end, wanted.size(), "Container");
  error("{} not found in current node: put it before the modifier.", wanted);
  setInvalid();
}

}  // namespace sofa::component::topology
