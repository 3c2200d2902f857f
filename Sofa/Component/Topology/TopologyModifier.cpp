// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologyModifier.h"

#include "Sofa/Component/Topology/MeshSurgery.h"
#include "Sofa/Component/Topology/SetTopologyContainer.h"
#include "Sofa/Core/ObjectModel/LocalSearch.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

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

SetTopologyContainer* findContainer(const core::Node& start, ElementType type) {
  return core::firstUpwards(start, [&](const core::Node& node) -> SetTopologyContainer* {
    for (auto* container : node.allLocal<SetTopologyContainer>())
      if (holds(*container, type)) return container;
    return nullptr;
  });
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

bool TopologyModifier::handles(ElementType type) const {
  const ElementType own = elementType();
  if (type == own || type == ElementType::point) return true;
  if (type == ElementType::edge) return own != ElementType::point;
  return (type == ElementType::triangle && own == ElementType::tetrahedron) ||
         (type == ElementType::quad && own == ElementType::hexahedron);
}

namespace {

std::string nameInText(ElementType type) {
  std::string name(nameOf(type));
  for (char& c : name) c = static_cast<char>(std::tolower(c));
  return name;
}

std::size_t countOf(const ListTopology& mesh, ElementType type) {
  std::size_t count = type == ElementType::point ? mesh.nbPoints() : 0;
  withElementOf(type, [&]<class E>() { count = mesh.list<E>() ? mesh.list<E>()->value().size() : 0; });
  return count;
}

}  // namespace

bool TopologyModifier::isReady() const {
  if (!m_container) {
    error("There is no container to change.");
  } else if (!m_container->isValid()) {
    error("The container {} is not valid: it is not changed.", m_container->path());
  } else {
    return true;
  }
  return false;
}

/// Those that exist and that nothing else needs.
std::vector<Index> TopologyModifier::removable(ElementType type, std::vector<Index> elements) const {
  const std::size_t count = countOf(*m_container, type);
  const auto leaveOut = [&](const auto& condition, std::string_view why) {
    const auto bad = std::ranges::find_if(elements, condition);
    if (bad == elements.end()) return;
    warning("{} {} {}; it stays, and so do others like it.", nameInText(type), *bad, why);
    std::erase_if(elements, condition);
  };
  leaveOut([&](Index i) { return i >= count; },
           fmt::format("cannot be removed: {} has {} of this kind", m_container->path(), count));
  leaveOut([&](Index i) { return isUsed(*m_container, type, i); },
           "cannot be removed: other elements are made of it, remove these");
  return elements;
}

bool TopologyModifier::remove(ElementType type, std::vector<Index> elements) {
  if (!isReady()) return false;
  const std::size_t revision = m_container->revision(), asked = elements.size();
  elements = removable(type, std::move(elements));
  const bool all = elements.size() == asked;
  if (elements.empty()) return all;
  if (type == ElementType::point) {
    MeshEdit edit(*m_container);
    edit.removePoints(std::move(elements));
    edit.finish();
  }
  withElementOf(type,
                [&]<class E>() { removeElements<E>(*m_container, std::move(elements), removesIsolatedPoints()); });
  tellScene(revision);
  return all;
}

bool TopologyModifier::removeOfKind(core::ElementKind kind, std::vector<Index> elements) {
  using enum ElementType;
  constexpr std::array types{point, edge, triangle, quad, tetrahedron, hexahedron};  // in the order of the kinds
  const ElementType type = types[static_cast<std::size_t>(kind)];
  if (handles(type)) return remove(type, std::move(elements));
  error("It cannot remove elements of the kind {}.", nameOf(type));
  return false;
}

bool TopologyModifier::checkAncestors(const std::vector<core::Ancestors>& ancestors, std::size_t count) const {
  for (const auto& a : ancestors) {
    const auto beyond = std::ranges::find_if(a.elements, [&](Index i) { return i >= count; });
    if (beyond != a.elements.end()) {
      error("Ancestor {} does not exist: {} has {}. Nothing is added.", *beyond, m_container->path(), count);
      return false;
    }
    if (a.weights.empty() || a.weights.size() == a.elements.size()) continue;
    error("{} weights for {} ancestors. Nothing is added.", a.weights.size(), a.elements.size());
    return false;
  }
  return true;
}

template <class E>
bool TopologyModifier::add(const std::vector<E>& elements, const std::vector<core::Ancestors>& ancestors) {
  if (!isReady()) return false;
  if (!m_container->list<E>()) {
    error("{} holds no such elements. Nothing is added.", m_container->path());
    return false;
  }
  const std::size_t points = m_container->nbPoints();
  for (const E& element : elements) {
    const auto beyond = std::ranges::find_if(element, [&](Index i) { return i >= points; });
    if (beyond != element.end()) {
      error("An element with the points {} cannot be added: {} has {} points. Nothing is added.", type::toText(element),
            m_container->path(), points);
      return false;
    }
    E sorted = element;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) == sorted.end()) continue;
    error("An element with the points {} cannot be added: it names one of them twice. Nothing is added.",
          type::toText(element));
    return false;
  }
  if (!checkAncestors(ancestors, m_container->list<E>()->value().size())) return false;
  const std::size_t revision = m_container->revision();
  addElements(*m_container, elements, ancestors);
  tellScene(revision);
  return true;
}

template <class E>
bool TopologyModifier::replace(const Replacement<E>& replacement) {
  if (!isReady() || replacement.elements.empty()) return false;
  const std::size_t revision = m_container->revision();
  replaceElements(*m_container, replacement);
  tellScene(revision);
  return true;
}

bool TopologyModifier::addPoints(const std::vector<core::Ancestors>& points) {
  if (!isReady() || !checkAncestors(points, m_container->nbPoints())) return false;
  const std::size_t revision = m_container->revision();
  MeshEdit edit(*m_container);
  edit.addPoints(points);
  edit.finish();
  tellScene(revision);
  return true;
}

void TopologyModifier::tellScene(std::size_t sinceRevision) {
  using simulation::StatesFollow;
  simulation::followMesh(*m_container, sinceRevision, d_propagateToDOF.value() ? StatesFollow::yes : StatesFollow::no);
  containerChanged(m_container->changesSince(sinceRevision));
}

void TopologyModifier::removeAround(std::span<const Index> points) {
  if (points.empty() || !m_container) return;
  std::vector<Index> elements;
  withElementOf(elementType(), [&]<class E>() {
    const auto& all = m_container->list<E>()->value();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (std::ranges::any_of(all[i], [&](Index p) { return std::ranges::find(points, p) != points.end(); }))
        elements.push_back(static_cast<Index>(i));
  });
  remove(std::move(elements));
}

TopologyModifier* findModifier(const core::BaseMeshTopology& mesh, ElementType type) {
  if (!mesh.context()) return nullptr;
  return core::firstUpwards(*mesh.context(), [&](const core::Node& node) -> TopologyModifier* {
    for (auto* modifier : node.allLocal<TopologyModifier>())
      if (modifier->handles(type)) return modifier;
    return nullptr;
  });
}

namespace {

/// What makes a mesh of another one.
const core::MeshMapping* makerOf(const core::BaseMeshTopology& mesh) {
  std::vector<core::MeshMapping*> mappings;
  mesh.context()->root()->collectDown(mappings);
  const auto maker = std::ranges::find(mappings, &mesh, [](const auto* m) { return m->target(); });
  // Tetrahedra of hexahedra are the mesh's own once it changes.
  if (maker == mappings.end() || !mesh.tetrahedra().empty()) return nullptr;
  return *maker;
}

}  // namespace

TopologyModifier* modifierOf(core::BaseMeshTopology& mesh, ElementType type, std::string& why) {
  if (!mesh.context()) {
    why = "The mesh is in no scene.";
    return nullptr;
  }
  if (const auto* maker = makerOf(mesh)) {
    why = fmt::format("{} is made from {}: change that one.", mesh.path(),
                      maker->source() ? maker->source()->path() : "another mesh");
    return nullptr;
  }
  auto* modifier = findModifier(mesh, type);
  if (modifier && modifier->container() == &mesh) return modifier;
  std::string name = nameInText(type);
  name.front() = static_cast<char>(std::toupper(name.front()));
  why = fmt::format("{} cannot change: add a {}SetTopologyModifier to its node.", mesh.path(), name);
  return nullptr;
}

template bool TopologyModifier::add(const std::vector<Edge>&, const std::vector<core::Ancestors>&);
template bool TopologyModifier::add(const std::vector<Triangle>&, const std::vector<core::Ancestors>&);
template bool TopologyModifier::add(const std::vector<Quad>&, const std::vector<core::Ancestors>&);
template bool TopologyModifier::add(const std::vector<Tetrahedron>&, const std::vector<core::Ancestors>&);
template bool TopologyModifier::add(const std::vector<Hexahedron>&, const std::vector<core::Ancestors>&);
template bool TopologyModifier::replace(const Replacement<Triangle>&);
template bool TopologyModifier::replace(const Replacement<Tetrahedron>&);

}  // namespace sofa::component::topology
