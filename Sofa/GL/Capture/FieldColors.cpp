// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/FieldColors.h"

#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GL/Capture/FieldSource.h"
#include "Sofa/GL/Capture/FieldTransfer.h"
#include "Sofa/GL/Picking/PointPicker.h"
#include "Sofa/Geometry/RayHit.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::gl {

using type::Index;
using type::Vec3;

namespace {

constexpr type::Color notANumber{0.5f, 0.5f, 0.5f, 1};

type::Color colorOf(const helper::ColorMap& map, double value) {
  return std::isfinite(value) ? map(value) : notANumber;
}

void setColor(std::uint8_t* bytes, const type::Color& color) {
  for (const float c : {color.r, color.g, color.b, color.a})
    *bytes++ = static_cast<std::uint8_t>(std::lround(255 * std::clamp(c, 0.f, 1.f)));
}

/// The node of a component, which is named after the body; the component itself in the root.
std::string bodyOf(const std::string& path) {
  const auto end = path.rfind('/');
  if (end == std::string::npos || end == 0) return path.substr(end == 0 ? 1 : 0);
  const auto begin = path.rfind('/', end - 1);
  return path.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1));
}

struct Quantity {
  std::string_view data, name, unit;
};
/// Data whose names are none that people use.
constexpr std::array quantities{Quantity{"vonMisesPerNode", "von Mises stress", "Pa"},
                                Quantity{"vonMisesPerElement", "von Mises stress", "Pa"},
                                Quantity{"velocity", "velocity", "m/s"}, Quantity{"force", "force", "N"},
                                Quantity{"externalForce", "external force", "N"}};

/// Body, quantity and unit.
std::string legendTitle(const Field& field) {
  const auto* known = std::find_if(quantities.begin(), quantities.end(),
                                   [&](const Quantity& quantity) { return quantity.data == field.name; });
  const bool isKnown = known != quantities.end();
  const std::string name(isKnown ? known->name : std::string_view(field.name));
  const std::string unit = field.unit.empty() && isKnown ? std::string(known->unit) : field.unit;
  return fmt::format("{}: {}{}", bodyOf(field.path), name, unit.empty() ? "" : " (" + unit + ")");
}

}  // namespace

std::optional<double> FieldSnapshot::valueAt(const geometry::Ray& ray) const {
  double nearest = std::numeric_limits<double>::infinity(), value = 0;
  for (const Piece& piece : pieces) {
    if (!piece.mesh || !piece.vertices) continue;
    const auto point = [&](std::uint32_t i) {
      const float* p = piece.vertices->positions.data() + 3 * i;
      return Vec3(p[0], p[1], p[2]);
    };
    const auto& triangles = piece.mesh->triangles;
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
      const auto hit =
          geometry::hitTriangle(ray, point(triangles[t]), point(triangles[t + 1]), point(triangles[t + 2]));
      if (!hit || !(hit->distance < nearest)) continue;
      nearest = hit->distance;
      value = 0;
      for (std::size_t c = 0; c < 3; ++c)
        value += hit->weights[c] * static_cast<double>(piece.values[triangles[t + c]]);
    }
  }
  if (!std::isfinite(nearest)) return {};
  return value;
}

void FieldColors::show(Field field, FieldOptions options) {
  if (!m_field || !(*m_field == field)) clear();
  m_field = std::move(field);
  m_options = std::move(options);
}

void FieldColors::hide() {
  clear();
  m_field.reset();
}

void FieldColors::clear() {
  m_component.reset();
  m_surface.clear();
  m_models.clear();
  m_snapshot.reset();
  m_given.clear();
  m_problem.clear();
}

core::Component* FieldColors::component(simulation::Node& root) {
  auto known = m_component.lock();
  if (known && known->context() && known->context()->root() == &root) return known.get();
  auto* found = dynamic_cast<core::Component*>(core::findObjectByPath(root, "@" + m_field->path));
  if (!found) {
    m_problem = fmt::format("There is no {} any more.", m_field->path);
    return nullptr;
  }
  m_component = std::static_pointer_cast<core::Component>(found->shared_from_this());
  switchStressesOn(*found);
  return found;
}

/// Stresses that nobody asked for are not computed.
void FieldColors::switchStressesOn(core::Component& component) {
  const auto* data = component.findData(m_field->name);
  const auto* wish = component.findData("computeVonMisesStress");
  if (!data || !wish || !isStress(*data) || wish->type().get(wish->rawValue(), 0) != 0) return;
  const auto* method = component.findData("method");
  component.setAttribute("computeVonMisesStress", method && method->text() == "small" ? "2" : "1");
  component.setAttribute("listening", "true");
}

std::optional<FieldColors::Source> FieldColors::read(simulation::Node& root) {
  m_problem.clear();
  auto* owner = component(root);
  if (!owner) return {};
  const FieldMesh mesh(*owner);
  if (!mesh.state) {
    m_problem = fmt::format("{} has no mechanical state to be drawn on.", m_field->path);
    return {};
  }
  Source source{mesh.state, mesh.topology, {}, false};
  const auto* data = owner->findData(m_field->name);
  if (m_field->name == differenceField) {
    source.values = m_given;
  } else if (m_field->name == displacementField && !data) {
    if (hasDisplacement(*mesh.state)) source.values = displacements(*mesh.state);
  } else if (data) {
    source.values = fieldValues(*data, *mesh.state);
  }
  const FieldPlace place = mesh.placeOf(m_field->name, source.values.size());
  if (place == FieldPlace::nowhere) {
    m_problem = source.values.empty()
                    ? fmt::format("{} of {} has no values yet; stresses get theirs with the next step.", m_field->name,
                                  m_field->path)
                    : fmt::format("{} of {} has {} values, which is neither the number of points nor that of elements.",
                                  m_field->name, m_field->path, source.values.size());
    return {};
  }
  source.perElement = place != FieldPlace::points;
  return source;
}

std::pair<double, double> FieldColors::range(const std::vector<double>& values) const {
  if (!m_options.automaticRange) return {m_options.min, m_options.max};
  double min = std::numeric_limits<double>::infinity(), max = -min;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    min = std::min(min, v);
    max = std::max(max, v);
  }
  return min <= max ? std::pair(min, max) : std::pair(0.0, 0.0);
}

void FieldColors::addPoints(const Source& source, const helper::ColorMap& map, Frame& frame) const {
  constexpr float size = 10;
  for (std::size_t i = 0; i < source.values.size(); ++i)
    frame.drawList.point(source.state->pointPosition(i), size, colorOf(map, source.values[i]));
}

void FieldColors::addSurface(const Source& source, const helper::ColorMap& map, Frame& frame) {
  constexpr std::size_t perTask = 1 << 14;
  const auto vertices = m_surface.takeVertices(*source.state);
  const auto& valueOf = m_surface.valueOf();
  FieldSnapshot::Piece piece{m_surface.mesh(), vertices, std::vector<float>(valueOf.size())};
  vertices->colors.resize(4 * valueOf.size());
  helper::parallelChunks(valueOf.size(), perTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double value = source.values[valueOf[i]];
      piece.values[i] = static_cast<float>(value);
      setColor(&vertices->colors[4 * i], colorOf(map, value));
    }
  });

  Surface surface = m_surface.surface(vertices);
  replaceModels(source, frame, surface);
  frame.surfaces.push_back(std::move(surface));
  auto snapshot = std::make_shared<FieldSnapshot>();
  snapshot->pieces.push_back(std::move(piece));
  snapshot->perElement = source.perElement;
  snapshot->min = map.min();
  snapshot->max = map.max();
  m_snapshot = std::move(snapshot);
}

/// True if the values are shown on a visual model at least.
bool FieldColors::colorModels(const Source& source, const helper::ColorMap& map, Frame& frame) {
  auto snapshot = std::make_shared<FieldSnapshot>();
  const auto* body = drivingState(source.state);
  for (Surface& surface : frame.surfaces) {
    if (surface.owner == 0 || surface.owner > frame.owners.size()) continue;
    const auto model =
        std::dynamic_pointer_cast<const component::visual::VisualModelImpl>(frame.owners[surface.owner - 1].lock());
    if (model && drivingState(model.get()) == body) colorModel(source, map, *model, surface, *snapshot);
  }
  if (snapshot->pieces.empty()) return false;
  snapshot->min = map.min();
  snapshot->max = map.max();
  m_snapshot = std::move(snapshot);
  return true;
}

bool FieldColors::colorModel(const Source& source, const helper::ColorMap& map,
                             const component::visual::VisualModelImpl& model, Surface& surface,
                             FieldSnapshot& snapshot) {
  const auto values = transferValues(*source.state, model, source.values);
  const std::size_t count = surface.vertices->positions.size() / 3;
  const auto& pointOf = model.d_vertPosIdx.value();
  const auto& copyOf = surface.mesh->copyOf;
  const std::size_t own = count - std::min(count, copyOf.size());
  if (!values || (pointOf.empty() ? values->size() : pointOf.size()) < own) return false;
  Model& known = m_models[surface.id];
  if (known.of != surface.mesh) {
    auto mesh = std::make_shared<SurfaceMesh>(*surface.mesh);
    for (auto& part : mesh->parts) part.material = {}, part.texture.clear();
    known.of = surface.mesh;
    known.mesh = std::move(mesh);
  }
  const auto vertices = unusedVertices(known.vertices);
  vertices->positions = surface.vertices->positions;
  vertices->normals = surface.vertices->normals;
  vertices->colors.resize(4 * count);
  FieldSnapshot::Piece piece{known.mesh, vertices, std::vector<float>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t vertex = i < own ? i : copyOf[i - own];
    const std::size_t point = pointOf.empty() ? vertex : pointOf[vertex];
    const double value = point < values->size() ? (*values)[point] : std::nan("");
    piece.values[i] = static_cast<float>(value);
    setColor(&vertices->colors[4 * i], colorOf(map, value));
  }
  surface.mesh = known.mesh;
  surface.vertices = vertices;
  surface.alphaBlend = false;
  snapshot.pieces.push_back(std::move(piece));
  return true;
}

/// Takes away the visual models of the same body, and stands in the light that they stood in.
void FieldColors::replaceModels(const Source& source, Frame& frame, Surface& surface) const {
  const auto* body = drivingState(source.state);
  for (std::size_t i = 0; i < frame.owners.size(); ++i)
    if (frame.owners[i].lock().get() == source.state) surface.owner = static_cast<std::uint32_t>(i + 1);
  if (frame.lightSets.size() > 1) surface.lightSet = 1;
  const auto isOfBody = [&](const Surface& other) {
    if (other.owner == 0 || other.owner > frame.owners.size()) return false;
    const auto model = std::dynamic_pointer_cast<const core::BaseState>(frame.owners[other.owner - 1].lock());
    if (!model || drivingState(model.get()) != body) return false;
    surface.lightSet = other.lightSet;
    surface.clipPlanes = other.clipPlanes;
    surface.wireframe = other.wireframe;
    return true;
  };
  if (m_options.where != FieldOptions::Where::meshBesideModels) std::erase_if(frame.surfaces, isOfBody);
}

void FieldColors::addLegend(const helper::ColorMap& map, Frame& frame) const {
  if (!m_options.legend) return;
  core::DrawList::Legend legend;
  legend.title = legendTitle(*m_field);
  legend.titleSize = 15;
  legend.min = map.min();
  legend.max = map.max();
  legend.palette = map.palette();
  frame.drawList.legend(std::move(legend));
}

void FieldColors::addTo(simulation::Node& root, Frame& frame) {
  m_snapshot.reset();
  if (!m_field) return;
  const auto source = read(root);
  if (!source) return;
  helper::ColorMap map(m_options.scheme);
  // Stresses of points and of elements are one quantity, whichever of them is shown.
  std::vector<double> values = source->values;
  if (const auto* data = m_options.automaticRange ? component(root)->findData(m_field->name) : nullptr;
      data && isStress(*data))
    for (const char* name : {"vonMisesPerNode", "vonMisesPerElement"})
      if (const auto* other = component(root)->findData(name); other && other != data)
        for (const double v : fieldValues(*other, *source->state)) values.push_back(v);
  const auto [min, max] = range(values);
  map.setRange(min, max);
  m_surface.update(*source->state, source->topology, source->perElement,
                   source->perElement ? source->values.size() : 0);
  frame.nothingDrawn = false;
  const bool wantsModels = m_options.where == FieldOptions::Where::visualModels && !source->perElement;
  if (wantsModels && colorModels(*source, map, frame)) return addLegend(map, frame);
  if (!m_surface.empty())
    addSurface(*source, map, frame);
  else if (!source->perElement)
    addPoints(*source, map, frame);
  addLegend(map, frame);
}

}  // namespace sofa::gl
