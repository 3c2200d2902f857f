// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "Creation.h"
#include "DataValue.h"
#include "Messages.h"
#include "References.h"
#include "SceneWork.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/Solver.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/Service/SceneProblems.h"
#include "Sofa/Helper/Suggest.h"
#include "Sofa/Simulation/Scene/LateEdits.h"

namespace sofa::python {

using core::Component;
using core::Node;

namespace {

enum class Kind { objects, children, parents };

std::vector<core::Base*> membersOf(Node& node, Kind kind) {
  std::vector<core::Base*> all;
  if (kind == Kind::objects)
    for (const auto& component : node.components()) all.push_back(component.get());
  if (kind == Kind::children)
    for (const auto& child : node.children()) all.push_back(child.get());
  if (kind == Kind::parents)
    for (auto* parent : node.parents()) all.push_back(parent);
  return all;
}

py::list listMembers(py::handle self, int kind) {
  py::list list;
  for (auto* member : membersOf(nodeOf(self), static_cast<Kind>(kind))) list.append(wrap(member));
  return list;
}

std::size_t countMembers(py::handle self, int kind) {
  const auto& node = nodeOf(self);
  return static_cast<Kind>(kind) == Kind::objects    ? node.components().size()
         : static_cast<Kind>(kind) == Kind::children ? node.children().size()
                                                     : node.parents().size();
}

/// First of that name, or None.
py::object memberByName(py::handle self, int kind, const std::string& name) {
  for (auto* member : membersOf(nodeOf(self), static_cast<Kind>(kind)))
    if (member->name() == name) return wrap(member);
  return py::none();
}

void makeNode(py::handle self) {
  if (findHandle(self)) return;
  auto* node = new Node;
  core::compatibilityOf(*node);  // an attribute that a root may have
  attachValue(self, new Handle(node));
  partOf(*node).wrapper = self.ptr();
}

void resolveBelow(Node& node) {
  core::forEachNode(node, [](Node& below) {
    for (const auto& component : below.components()) resolveWaiting(*component);
    resolveWaiting(below);
  });
}

void addChild(py::handle self, py::handle child) {
  auto& node = nodeOf(self);
  auto& below = nodeOf(child);
  const auto held = share(node);
  if (!node.addChild(std::static_pointer_cast<Node>(share(below))))
    throw py::value_error(
        fmt::format("{} cannot become a child of {}: the graph would have a cycle", below.path(), node.path()));
  resolveBelow(below);
  simulation::noteAdded(node, share(below));
}

/// False, after an error message, if it is in a node already.
bool addObject(py::handle self, py::handle object) {
  auto& node = nodeOf(self);
  auto& component = componentOf(object);
  const auto held = share(node);
  if (const auto* holder = simulation::holderOf(component)) {
    component.error("it is in the node {} already; remove it there first", holder->path());
    deliverMessages();
    return false;
  }
  node.addComponent(std::static_pointer_cast<Component>(share(component)));
  resolveWaiting(component);
  for (auto* link : component.links()) link->retry();
  const auto* peer = dynamic_cast<Peer*>(&component);
  if (!peer || peer->waitsForInit())
    simulation::noteAdded(node, share(component));
  else if (core::isOfScene(*node.root()))
    core::markAsScene(component);
  return true;
}

void removeObject(py::handle self, py::handle object) {
  auto& node = nodeOf(self);
  auto& component = componentOf(object);
  if (simulation::holderOf(component) != &node)
    throw py::value_error(fmt::format("{} is not an object of {}", component.path(), node.path()));
  simulation::takeOut(node, std::static_pointer_cast<Component>(share(component)));
}

void removeChild(py::handle self, py::handle child) {
  auto& below = nodeOf(child);
  const auto kept = share(below);
  auto& node = nodeOf(self);
  node.removeChild(&below);
  simulation::noteRemoved(node, kept);
}

void detach(py::handle self) {
  auto& node = nodeOf(self);
  const auto kept = share(node);
  for (auto* parent : std::vector(node.parents())) {
    parent->removeChild(&node);
    simulation::noteRemoved(*parent, kept);
  }
}

// --- Slots -----------------------------------------------------------------------------------------------------------

template <class T>
py::object slot(py::handle self) {
  return wrap(nodeOf(self).slot<T>());
}

py::object forceField(py::handle self, std::size_t i) {
  for (auto* force : nodeOf(self).allLocal<core::BaseForceField>())
    if (!force->isInteraction() && !dynamic_cast<core::BaseMass*>(force) && i-- == 0) return wrap(force);
  return py::none();
}

/// A node as if it had a link for each of its slots.
py::object slotByName(py::handle self, const std::string& name) {
  auto& node = nodeOf(self);
  if (name == "mechanicalState") return wrap(core::localMechanicalState(node));
  if (name == "state") return slot<core::BaseState>(self);
  if (name == "mass") return slot<core::BaseMass>(self);
  if (name == "topology" || name == "meshTopology") return slot<core::BaseMeshTopology>(self);
  if (name == "mechanicalMapping" || name == "mapping") return slot<core::BaseMapping>(self);
  if (name == "odeSolver") return slot<core::OdeSolver>(self);
  if (name == "linearSolver") return slot<core::LinearSolver>(self);
  if (name == "animationLoop") return slot<core::AnimationLoop>(self);
  if (name == "visualLoop") return slot<core::VisualLoop>(self);
  if (name == "collisionPipeline") return slot<core::CollisionPipelineBase>(self);
  if (name == "behaviorModel") return slot<core::BehaviorModel>(self);
  if (name == "contextObject") return slot<core::ContextObject>(self);
  return py::none();
}

std::pair<double, double> energy(py::handle self) {
  auto& node = nodeOf(self);
  const auto held = share(node);
  const SceneWork work(node);
  const simulation::WithinStep within(*node.root());
  core::MechanicalParams params;
  double kinetic = 0, potential = 0;
  for (auto* below : node.order())
    for (auto* force : below->allLocal<core::BaseForceField>()) {
      if (!force->isValid() || simulation::awaitsInit(*force)) continue;
      if (const auto* mass = dynamic_cast<core::BaseMass*>(force)) kinetic += mass->kineticEnergy(params);
      potential += force->potentialEnergy(params).value_or(0);
    }
  return {kinetic, potential};
}

// --- Events ----------------------------------------------------------------------------------------------------------

void sendEvent(py::handle self, py::object data, const std::string& name) {
  auto& node = nodeOf(self);
  const auto held = share(node);
  ScriptEvent event(node, name, std::move(data));
  withoutPython(node, [&] { node.broadcast(event); });
}

void initNode(py::handle self) {
  auto& node = nodeOf(self);
  const auto held = share(node);
  core::SceneProblems::tellHeldNames();
  withoutPython(node, [&] { initialiseBelow(node); });
  deliverMessages();
}

std::string createSafely(py::handle self, const std::string& type, const py::dict& arguments, const std::string& file,
                         int line, py::list made) {
  const auto held = share(nodeOf(self));
  auto result = create(nodeOf(self), type, arguments, {file, line});
  if (result.object) {
    made.append(wrap(result.object.get()));
    simulation::noteAdded(nodeOf(self), result.object);
  }
  deliverMessages();
  return result.problem;
}

}  // namespace

void bindNodes(py::module_& m) {
  m.def("make_node", &makeNode);
  m.def("list_members", &listMembers);
  m.def("count_members", &countMembers);
  m.def("member_by_name", &memberByName);
  m.def("add_child", &addChild);
  m.def("add_object", &addObject);
  m.def("create_object", &createSafely);
  m.def("remove_object", &removeObject);
  m.def("remove_child", &removeChild);
  m.def("detach", &detach);
  m.def("slot", &slotByName);
  m.def("force_field", &forceField);
  m.def("computeEnergy", &energy);
  m.def("send_event", &sendEvent);
  m.def("init_node", &initNode);
  m.def("is_initialised", [](py::handle self) { return core::isOfScene(nodeOf(self)); });
  m.def("root_of", [](py::handle self) { return wrap(nodeOf(self).root()); });
  m.def("set_folder", [](py::handle self, const std::string& folder) { nodeOf(self).setFolder(folder); });
  m.def("mesh_topology", [](py::handle self) { return wrap(core::meshTopology(nodeOf(self))); });
  m.def("mechanical_state", [](py::handle self) { return wrap(core::mechanicalState(nodeOf(self))); });
}

}  // namespace sofa::python
