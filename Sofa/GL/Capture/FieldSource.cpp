// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/FieldSource.h"

#include <unordered_set>

namespace sofa::gl {

namespace {

/// Places, not quantities: they would only be distances from the origin.
const std::unordered_set<std::string_view> places{
    "position",  "rest_position", "restPosition",   "reset_position", "free_position", "initialPoints",
    "vertices",  "normal",        "reset_velocity", "free_velocity",  "derivX",        "normals",
    "texcoords", "tangents",      "bitangents",     "drawnVertices",  "points",        "initialPosition"};

/// Elements of a list that count as one value each; none for what is no list of reals.
std::size_t valueCount(const core::BaseData& data) {
  const auto& type = data.type();
  if (!type.isList() || type.scalar() != core::TypeInfo::Scalar::real || type.elementSize() < 1) return 0;
  return type.scalarCount(data.rawValue()) / static_cast<std::size_t>(type.elementSize());
}

std::string unitOf(const std::string& help) {
  const auto end = help.rfind(')'), begin = help.rfind('(');
  if (begin == std::string::npos || end != help.size() - 1 || begin > end || end - begin > 12) return {};
  return help.substr(begin + 1, end - begin - 1);
}

bool namesElements(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name.find("element") != std::string::npos || name.find("cell") != std::string::npos;
}

void collect(core::Component& component, std::vector<Field>& fields) {
  const FieldMesh mesh(component);
  if (!mesh.state) return;
  const auto* own = dynamic_cast<const core::BaseState*>(&component);
  if (own && hasDisplacement(*own)) fields.push_back({component.path(), std::string(displacementField), "m"});
  for (const auto* data : component.dataFields()) {
    if (places.contains(data->name()) || !data->options().displayed) continue;
    const std::size_t count = valueCount(*data);
    if (isStress(*data) || (count > 0 && mesh.placeOf(data->name(), count) != FieldPlace::nowhere))
      fields.push_back({component.path(), data->name(), unitOf(data->help())});
  }
}

}  // namespace

FieldMesh::FieldMesh(const core::Component& component) {
  const auto* node = component.context();
  if (!node || dynamic_cast<const core::BaseMeshTopology*>(&component)) return;
  const auto* own = dynamic_cast<const core::BaseState*>(&component);
  state = own ? own : core::mechanicalState(*node);
  if (!state || !state->isMechanical() || !state->context()) {
    state = nullptr;
    return;
  }
  topology = core::meshTopology(*node);
  if (!topology || topology->nbPoints() > state->size()) topology = core::meshTopology(*state->context());
  if (topology && topology->nbPoints() > state->size()) topology = nullptr;
}

FieldPlace FieldMesh::placeOf(const std::string& name, std::size_t count) const {
  if (!state || count == 0) return FieldPlace::nowhere;
  const bool perPoint = count == state->size();
  if (perPoint && !namesElements(name)) return FieldPlace::points;
  if (topology) {
    if (count == topology->tetrahedra().size()) return FieldPlace::tetrahedra;
    if (count == topology->hexahedra().size()) return FieldPlace::hexahedra;
    const bool volumes = !topology->tetrahedra().empty() || !topology->hexahedra().empty();
    if (!volumes && count == topology->triangles().size()) return FieldPlace::triangles;
    if (!volumes && count == topology->quads().size()) return FieldPlace::quads;
  }
  return perPoint ? FieldPlace::points : FieldPlace::nowhere;
}

bool isStress(const core::BaseData& data) {
  return data.name().starts_with("vonMisesPer") && data.owner() && data.owner()->findData("computeVonMisesStress");
}

bool hasDisplacement(const core::BaseState& state) {
  const auto rest = state.hostRead(core::vec::restPosition), now = state.hostRead(core::vec::position);
  return state.isMechanical() && !now.empty() && rest.size() == now.size();
}

std::vector<double> displacements(const core::BaseState& state) {
  std::vector<double> norms(state.size());
  for (std::size_t i = 0; i < norms.size(); ++i)
    norms[i] = (state.pointPosition(i) - state.pointPosition(i, core::vec::restPosition)).norm();
  return norms;
}

std::vector<double> fieldValues(const core::BaseData& data, const core::BaseState& state) {
  const auto& type = data.type();
  const auto width = static_cast<std::size_t>(type.elementSize());
  const bool turning = data.owner() == &state && state.dataTypesName() == "Rigid3d";
  const std::size_t used = turning ? std::min<std::size_t>(width, 3) : width;
  const void* value = data.rawValue();
  std::vector<double> values(valueCount(data));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (width == 1) {
      values[i] = type.get(value, i);
      continue;
    }
    double sum = 0;
    for (std::size_t c = 0; c < used; ++c) {
      const double scalar = type.get(value, i * width + c);
      sum += scalar * scalar;
    }
    values[i] = std::sqrt(sum);
  }
  return values;
}

std::vector<Field> findFields(simulation::Node& root) {
  std::vector<Field> fields;
  for (auto* node : root.order())
    for (const auto& component : node->components()) collect(*component, fields);
  return fields;
}

}  // namespace sofa::gl
