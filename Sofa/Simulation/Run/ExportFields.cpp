// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Simulation/Run/ExportFields.h"

#include "Sofa/Core/Contract/CollisionModel.h"

namespace sofa::simulation {
namespace {

using helper::mesh::FieldView;

constexpr std::size_t spaceDimensions = 3;

/// Which scalars of a velocity or force move a point, and which turn it. Those that are neither are not exported.
struct Parts {
  std::size_t linear, angular;  ///< counts; the angular ones follow
  bool planar;                  ///< it turns about z only
};

Parts velocityParts(const core::BaseState& state) {
  const std::string type = state.dataTypesName();
  if (type.starts_with("Rigid2")) return {2, 1, true};
  if (type.starts_with("Rigid3")) return {3, 3, false};
  return {std::min(spaceDimensions, static_cast<std::size_t>(state.derivSize())), 0, false};
}

/// `count` scalars from `first` on of every point, as vectors of space from the component `to` on.
FieldView vectors(const core::BaseState& state, std::string name, core::VecDerivId id, std::size_t first,
                  std::size_t count, std::size_t to = 0) {
  FieldView field{.name = std::move(name), .components = spaceDimensions};
  const auto v = state.hostRead(id);
  const auto width = static_cast<std::size_t>(state.derivSize());
  if (v.size() != state.size() * width) return field;
  field.values.assign(state.size() * spaceDimensions, 0.0);
  for (std::size_t i = 0; i < state.size(); ++i)
    for (std::size_t k = 0; k < count; ++k) field.values[i * spaceDimensions + to + k] = v[i * width + first + k];
  return field;
}

FieldView displacement(const core::BaseState& state) {
  FieldView field{.name = "displacement", .components = spaceDimensions};
  if (state.hostRead(core::vec::restPosition).size() != state.hostRead(core::vec::position).size()) return field;
  field.values.reserve(state.size() * spaceDimensions);
  for (std::size_t i = 0; i < state.size(); ++i) {
    const type::Vec3 d = state.pointPosition(i) - state.pointPosition(i, core::vec::restPosition);
    field.values.insert(field.values.end(), {d[0], d[1], d[2]});
  }
  return field;
}

/// Quaternions x y z w.
FieldView orientation(const core::BaseState& state, bool planar) {
  constexpr std::size_t components = 4;
  FieldView field{.name = "orientation", .components = components};
  const auto x = state.hostRead(core::vec::position);
  const auto width = static_cast<std::size_t>(state.coordSize());
  for (std::size_t i = 0; i + width <= x.size(); i += width) {
    if (planar) {
      const double half = x[i + 2] / 2;
      field.values.insert(field.values.end(), {0, 0, std::sin(half), std::cos(half)});
    } else {
      field.values.insert(field.values.end(), &x[i + spaceDimensions], &x[i + spaceDimensions] + components);
    }
  }
  return field;
}

/// Reals of a Data, one per point or element; empty if there is no such Data or it holds something else.
std::vector<double> reals(const core::Base& component, const char* name) {
  const auto* data = component.findData(name);
  if (!data || !data->type().isNumeric() || data->type().elementSize() != 1) return {};
  const void* value = data->rawValue();
  std::vector<double> values(data->type().scalarCount(value));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = data->type().get(value, i);
  return values;
}

/// Stresses that nobody asked for are not computed. Without corotation (method small) only those of Green's strain are.
void switchStressesOn(core::Component& component) {
  const auto* wish = component.findData("computeVonMisesStress");
  if (!wish || wish->type().get(wish->rawValue(), 0) != 0) return;
  const auto* method = component.findData("method");
  const bool small = method && method->text() == "small" && wish->type().name() != "bool";
  component.setAttribute("computeVonMisesStress", small ? "2" : "1");
  component.setAttribute("listening", "true");
}

}  // namespace

std::vector<FieldView> motionFields(const core::BaseState& state) {
  const Parts parts = velocityParts(state);
  std::vector<FieldView> fields;
  const auto add = [&](FieldView field) {
    if (field.values.size() == state.size() * field.components) fields.push_back(std::move(field));
  };
  add(displacement(state));
  add(vectors(state, "velocity", core::vec::velocity, 0, parts.linear));
  add(vectors(state, "force", core::vec::force, 0, parts.linear));
  if (parts.angular == 0) return fields;
  const std::size_t axis = parts.planar ? 2 : 0;
  add(orientation(state, parts.planar));
  add(vectors(state, "angular_velocity", core::vec::velocity, parts.linear, parts.angular, axis));
  add(vectors(state, "torque", core::vec::force, parts.linear, parts.angular, axis));
  return fields;
}

FieldSources::FieldSources(Node& root, const core::BaseState& state) {
  for (Node* node : root.order()) find(*node, state);
}

void FieldSources::find(Node& node, const core::BaseState& state) {
  const auto add = [](std::vector<Source>& list, const core::Component& component) {
    list.push_back({component.weak_from_this(), list.empty() ? "" : "_" + component.name()});
  };
  const bool here = core::mechanicalState(node) == &state;
  for (const auto& component : node.components()) {
    if (here && component->findData("computeVonMisesStress")) {
      switchStressesOn(*component);
      add(m_stresses, *component);
    }
    const auto* model = dynamic_cast<const core::CollisionModel*>(component.get());
    if (model && model->state() == &state && model->findData("radius")) add(m_spheres, *model);
  }
}

void FieldSources::addStresses(const core::Base& component, const std::string& suffix,
                               helper::mesh::MeshView& mesh) const {
  auto ofElements = reals(component, "vonMisesPerElement"), ofPoints = reals(component, "vonMisesPerNode");
  if (!ofPoints.empty() && ofPoints.size() == mesh.points.size())
    mesh.pointFields.push_back({.name = "von_mises" + suffix, .values = std::move(ofPoints)});
  if (!ofElements.empty() && ofElements.size() == mesh.cellCount() && mesh.volumeCount() == mesh.cellCount())
    mesh.cellFields.push_back({.name = "von_mises" + suffix, .values = std::move(ofElements)});
}

void FieldSources::addTo(helper::mesh::MeshView& mesh) const {
  for (const Source& source : m_stresses)
    if (const auto component = source.component.lock()) addStresses(*component, source.suffix, mesh);
  for (const Source& source : m_spheres) {
    const auto component = source.component.lock();
    if (!component) continue;
    const auto common = reals(*component, "radius");
    auto radii = reals(*component, "listRadius");
    if (radii.size() < mesh.points.size() && common.size() == 1) radii.resize(mesh.points.size(), common.front());
    radii.resize(std::min(radii.size(), mesh.points.size()));
    if (!radii.empty() && radii.size() == mesh.points.size())
      mesh.pointFields.push_back({.name = "radius" + source.suffix, .values = std::move(radii)});
  }
}

}  // namespace sofa::simulation
