// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/TopologicalMapping.h"

#include "Sofa/Component/Topology/MeshSurgery.h"

namespace sofa::component::topology {
namespace {

constexpr std::string_view defaultInput = "@../", defaultOutput = "@./";

core::BaseMeshTopology* find(const core::Node& node, const core::ComponentDescription& description,
                             std::string_view attribute, std::string_view fallback) {
  const auto accepts = [](const core::Base* object) {
    return dynamic_cast<const core::BaseMeshTopology*>(object) != nullptr;
  };
  const std::string_view path = description.has(attribute) ? std::string_view(description.get(attribute)) : fallback;
  return dynamic_cast<core::BaseMeshTopology*>(core::resolveLinkPath(node, path, accepts, true));
}

ElementType typeOf(const core::BaseMeshTopology& mesh) {
  if (const auto* lists = dynamic_cast<const ListTopology*>(&mesh)) return lists->elementType();
  if (!mesh.hexahedra().empty()) return ElementType::hexahedron;
  if (!mesh.tetrahedra().empty()) return ElementType::tetrahedron;
  if (!mesh.quads().empty()) return ElementType::quad;
  if (!mesh.triangles().empty()) return ElementType::triangle;
  return mesh.edges().empty() ? ElementType::point : ElementType::edge;
}

}  // namespace

bool TopologicalMapping::canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
  const auto* input = find(node, description, "input", defaultInput);
  const auto* output = find(node, description, "output", defaultOutput);
  if (!input)
    why = "Data attribute 'input' does not point to a topology and none can be found in the parent node context.";
  else if (!output)
    why = "Data attribute 'output' does not point to a topology and none can be found in this node.";
  else if (input == output)
    why = fmt::format("Both the input and the output point to the same topology ('{}').", input->name());
  else
    return true;
  return false;
}

void TopologicalMapping::parseExtra(core::ComponentDescription& description) {
  Component::parseExtra(description);
  std::string ignored;
  if (!l_input.isGiven()) l_input.read(defaultInput, &ignored);
  if (!l_output.isGiven()) l_output.read(defaultOutput, &ignored);
}

bool TopologicalMapping::checkTypes(const core::BaseMeshTopology& input, ElementType wantedInput,
                                    const ListTopology& output, ElementType wantedOutput) const {
  bool good = true;
  const auto check = [&](std::string_view role, const core::BaseMeshTopology& mesh, ElementType wanted) {
    if (typeOf(mesh) == wanted) return;
    error("The type of the {} topology '{}' is {}; {} is needed.", role, mesh.path(), nameOf(typeOf(mesh)),
          nameOf(wanted));
    good = false;
  };
  check("input", input, wantedInput);
  check("output", output, wantedOutput);
  return good;
}

core::MeshChanges TopologicalMapping::makeAnew() {
  auto* output = dynamic_cast<ListTopology*>(l_output.get());
  if (isValid() && l_input && output) connect(*l_input, *output);
  core::MeshChanges unknown;
  unknown.mesh = l_output.get();
  return unknown;
}

core::MeshChanges TopologicalMapping::follow(const core::MeshChanges& ofSource) {
  if (auto* output = dynamic_cast<ListTopology*>(l_output.get()); output && l_input)
    output->matchPoints(l_input->nbPoints());
  core::MeshChanges changes;
  changes.mesh = l_output.get();
  for (const auto& step : ofSource.steps) {
    core::MeshChange onlyPoints;
    onlyPoints.of(core::ElementKind::point) = step->points();
    changes.steps.push_back(std::make_shared<const core::MeshChange>(std::move(onlyPoints)));
  }
  return changes;
}

void TopologicalMapping::fillPoints(ListTopology& output, const core::BaseMeshTopology& input,
                                    const std::vector<core::MeshPoint>& points) {
  std::vector<type::Vec3> positions;
  for (const auto& point : points) {
    type::Vec3 x = point.offset;
    for (int k = 0; k < point.on.count; ++k) x += point.on.weights[k] * input.position(point.on.nodes[k]);
    positions.push_back(x);
  }
  output.clear(positions.size());
  output.d_position.setParent(nullptr);
  output.d_position.set(std::move(positions));
  output.d_position.unset();  // not given by the scene
}

void TopologicalMapping::takePoints(const core::ElementChange& points, ListTopology& output) {
  if (points.isNothing()) return;
  MeshEdit edit(output);
  removePoints(edit, points.removed());
  std::vector<core::Ancestors> added(points.added());
  for (Index k = 0; k < points.added(); ++k)
    if (const auto* ancestors = points.ancestors(k)) added[k] = *ancestors;
  edit.addPoints(std::move(added));
  edit.finish();
}

void TopologicalMapping::init() {
  setInvalid();
  if (!l_input || !l_output) return error("{} topology is missing.", l_input ? "The output" : "The input");
  auto* output = dynamic_cast<ListTopology*>(l_output.get());
  if (!output) return error("The output topology '{}' cannot be filled by a mapping.", l_output->path());
  if (connect(*l_input, *output)) setValid();
}

}  // namespace sofa::component::topology
