// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Mechanics/FreePoints.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Mechanics/NodeMechanics.h"

namespace sofa::simulation {
namespace {

using core::BaseState;

/// Which points of a state components name.
class Named {
 public:
  explicit Named(const BaseState& state) : m_ofElements(state.size(), false), m_listed(state.size(), false) {}

  /// False if the component acts on the state in a way that does not tell on which points.
  bool add(const core::Component& component) {
    bool told = false;
    for (const auto* link : component.links())
      for (std::size_t i = 0; i < link->size(); ++i)
        if (const auto* mesh = dynamic_cast<const core::BaseMeshTopology*>(link->target(i))) {
          addElements(*mesh);
          told = true;
        }
    for (const auto* data : component.dataFields()) {
      if (data->options().follows != core::pointIndices) continue;
      if (const auto* list = dynamic_cast<const core::Data<std::vector<type::Index>>*>(data)) {
        for (const type::Index i : list->value()) mark(m_listed, i);
        told = told || !list->value().empty();
      }
    }
    return told;
  }
  const core::BaseMeshTopology* mesh() const { return m_mesh; }
  std::size_t size() const { return m_listed.size(); }
  bool isOfElement(std::size_t i) const { return m_ofElements[i]; }
  bool isHeld(std::size_t i) const { return m_ofElements[i] || m_listed[i]; }

 private:
  static void mark(std::vector<bool>& points, type::Index i) {
    if (i < points.size()) points[i] = true;
  }
  /// Solids first: meshes derive their faces and edges when they are asked for, which is left out where no point is
  /// left.
  void addElements(const core::BaseMeshTopology& mesh) {
    bool any = false;
    const auto look = [&](const auto& elements) {
      any = any || !elements.empty();
      for (const auto& element : elements)
        for (const type::Index i : element) mark(m_ofElements, i);
    };
    const auto isPointLeft = [&] { return !any || std::ranges::find(m_ofElements, false) != m_ofElements.end(); };
    look(mesh.hexahedra());
    look(mesh.tetrahedra());
    look(mesh.prisms());
    look(mesh.pyramids());
    look(core::elementsOf<type::Triangle6>(mesh));
    look(core::elementsOf<type::Quad8>(mesh));
    look(core::elementsOf<type::Quad9>(mesh));
    look(core::elementsOf<type::Tetrahedron10>(mesh));
    look(core::elementsOf<type::Hexahedron20>(mesh));
    look(core::elementsOf<type::Hexahedron27>(mesh));
    if (isPointLeft()) look(mesh.quads());
    if (isPointLeft()) look(mesh.triangles());
    if (isPointLeft()) look(mesh.edges());
    if (any) m_mesh = &mesh;
  }

  std::vector<bool> m_ofElements, m_listed;
  const core::BaseMeshTopology* m_mesh = nullptr;
};

/// The points that have a weight.
std::vector<bool> heavyPoints(core::BaseMass& mass, BaseState& state) {
  const TemporaryDeriv weight;
  state.allocate(weight);
  state.clear(weight);
  mass.accumulateForce({}, weight);
  std::vector<bool> heavy;
  const auto all = state.hostRead(weight);
  const auto width = static_cast<std::size_t>(state.derivSize());
  for (std::size_t i = 0; i + width <= all.size(); i += width)
    heavy.push_back(std::ranges::any_of(all.subspan(i, width), [](double f) { return f != 0; }));
  state.release(weight);
  return heavy;
}

/// What acts on each state.
using Acting = std::unordered_map<const BaseState*, std::vector<const core::Component*>>;

void look(core::BaseMass& mass, BaseState& state, const Acting& forces, const Acting& constraints) {
  Named named(state);
  bool isElastic = false;
  for (const auto* acting : {&forces, &constraints}) {
    const auto found = acting->find(&state);
    if (found == acting->end()) continue;
    for (const auto* component : found->second) {
      if (component == &mass) continue;
      if (!named.add(*component)) return;
      isElastic = isElastic || acting == &forces;
    }
  }
  if (!isElastic || !named.mesh()) return;
  std::size_t apart = 0, free = 0;
  std::optional<std::size_t> first;
  std::vector<bool> heavy;
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (named.isOfElement(i)) continue;
    if (apart++ == 0) heavy = heavyPoints(mass, state);
    if (!first) first = i;
    free += i < heavy.size() && heavy[i] && !named.isHeld(i);
  }
  if (free == 0) return;
  mass.warning(
      "{} of {} points of {} belong to no element of {}, point {} first. {} of them have weight, and nothing holds "
      "them. Leave them out of the mesh; of second-order elements, of which only the corners are used here, write the "
      "mesh in first order, or take a force field of quadratic elements (SolidFEMForceField).",
      apart, state.size(), state.path(), named.mesh()->path(), *first, free);
}

}  // namespace

void checkFreePoints(Node& root) {
  const auto& graph = mechanicalPlan(root).graph();
  const auto& subtree = graph.subtree;
  if (!subtree.lagrangianConstraints.empty()) return;  // which may hold any point
  Acting forces, constraints;
  for (const auto* force : subtree.forceFields)
    for (const auto* state : force->states()) forces[state].push_back(force);
  for (const auto* constraint : subtree.constraints)
    for (const auto* state : constraint->states()) constraints[state].push_back(constraint);
  const std::unordered_set<const BaseState*> mapped(subtree.mappedStates.begin(), subtree.mappedStates.end());
  for (auto* mass : subtree.masses) {
    const auto states = mass->states();
    if (mass->isValid() && states.size() == 1 && states[0] && states[0]->isMechanical() && !mapped.contains(states[0]))
      look(*mass, *states[0], forces, constraints);
  }
}

}  // namespace sofa::simulation
