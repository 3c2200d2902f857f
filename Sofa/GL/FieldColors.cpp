#include "Sofa/GL/FieldColors.h"

#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/Core/Path.h"
#include "Sofa/GL/FieldSource.h"
#include "Sofa/GL/FieldTransfer.h"
#include "Sofa/GL/PointPicker.h"
#include "Sofa/Geometry/MeshElements.h"
#include "Sofa/Geometry/RayHit.h"
#include "Sofa/Geometry/Surface.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::gl {

using type::Index;
using type::Vec3;

namespace {

/// Identities of surfaces that no capture of visual models uses.
std::uint64_t nextId() {
  static std::atomic<std::uint64_t> count{std::uint64_t{1} << 62};
  return ++count;
}

constexpr type::Color notANumber{0.5f, 0.5f, 0.5f, 1};

type::Color colorOf(const helper::ColorMap& map, double value) {
  return std::isfinite(value) ? map(value) : notANumber;
}

void setColor(std::uint8_t* bytes, const type::Color& color) {
  for (const float c : {color.r, color.g, color.b, color.a})
    *bytes++ = static_cast<std::uint8_t>(std::lround(255 * std::clamp(c, 0.f, 1.f)));
}

/// Faces of volumes that are not shared by two of them.
template <std::size_t N, class Elements, class Table, class F>
void forOuterFaces(const Elements& elements, const Table& table, F found) {
  struct Entry {
    std::array<Index, N> sorted, corners;
    Index element;
  };
  std::vector<Entry> faces;
  faces.reserve(elements.size() * table.size());
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (const auto& corners : table) {
      Entry entry{{}, {}, static_cast<Index>(e)};
      for (std::size_t c = 0; c < N; ++c) entry.corners[c] = elements[e][corners[c]];
      entry.sorted = entry.corners;
      std::sort(entry.sorted.begin(), entry.sorted.end());
      faces.push_back(entry);
    }
  std::sort(faces.begin(), faces.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.sorted, a.element) < std::tie(b.sorted, b.element);
  });
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end].sorted == faces[i].sorted) ++end;
    if (end == i + 1) found(faces[i].corners, faces[i].element);
    i = end;
  }
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
  m_meshOf.reset();
  m_faces.clear();
  m_mesh.reset();
  m_vertices = {};
  m_models.clear();
  m_snapshot.reset();
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
  if (m_field->name == displacementField && !data) {
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

/// Triangles of the outer surface with the numbers of their elements.
void FieldColors::updateFaces(const Source& source) {
  m_faces.clear();
  const auto& topology = *source.topology;
  const std::size_t points = source.state->size();
  const auto triangle = [&](Index a, Index b, Index c, Index element) {
    if (a < points && b < points && c < points) m_faces.push_back({{a, b, c}, element});
  };
  const auto quad = [&](const auto& q, Index element) {
    triangle(q[0], q[1], q[2], element), triangle(q[0], q[2], q[3], element);
  };
  // Element numbers of a mesh with both kinds of volumes mean the kind that the values are of.
  const std::size_t count = source.perElement ? source.values.size() : 0;
  const auto wanted = [&](const auto& elements) {
    return !elements.empty() && (!source.perElement || elements.size() == count);
  };
  if (wanted(topology.tetrahedra()))
    forOuterFaces<3>(topology.tetrahedra(), geometry::tetrahedronTriangles,
                     [&](const auto& t, Index e) { triangle(t[0], t[1], t[2], e); });
  if (wanted(topology.hexahedra()))
    forOuterFaces<4>(topology.hexahedra(), geometry::hexahedronQuads, [&](const auto& q, Index e) { quad(q, e); });
  if (!topology.tetrahedra().empty() || !topology.hexahedra().empty()) return;
  if (wanted(topology.triangles()))
    for (std::size_t e = 0; e < topology.triangles().size(); ++e) {
      const auto& t = topology.triangles()[e];
      triangle(t[0], t[1], t[2], static_cast<Index>(e));
    }
  if (wanted(topology.quads()))
    for (std::size_t e = 0; e < topology.quads().size(); ++e) quad(topology.quads()[e], static_cast<Index>(e));
}

void FieldColors::updateMesh(const Source& source) {
  const auto* topology = source.topology;
  if (!topology) {
    m_mesh.reset();
    return;
  }
  if (m_mesh && m_meshOf.lock().get() == topology && m_meshRevision == topology->revision() &&
      m_points == source.state->size() && m_perElement == source.perElement)
    return;
  m_meshOf = topology->weak_from_this();
  m_meshRevision = topology->revision();
  m_points = source.state->size();
  m_perElement = source.perElement;
  updateFaces(source);
  numberVertices(m_points);
  auto mesh = std::make_shared<SurfaceMesh>();
  mesh->triangles.reserve(3 * m_triangles.size());
  for (const auto& t : m_triangles) mesh->triangles.insert(mesh->triangles.end(), t.begin(), t.end());
  mesh->parts.push_back({{}, {}, 0, static_cast<std::uint32_t>(m_triangles.size()), 0, 0});
  m_mesh = std::move(mesh);
  m_id = nextId();
}

/// Values per point: a vertex for each point of the surface. Per element: corners of its own for each triangle.
void FieldColors::numberVertices(std::size_t points) {
  m_pointOf.clear();
  m_valueOf.clear();
  m_triangles.clear();
  constexpr Index none = ~Index{0};
  std::vector<Index> vertexOf(m_perElement ? 0 : points, none);
  for (const Face& face : m_faces)
    for (const Index p : face.points)
      if (!m_perElement) vertexOf[p] = 0;
  for (std::size_t p = 0; p < vertexOf.size(); ++p) {
    if (vertexOf[p] == none) continue;
    vertexOf[p] = static_cast<Index>(m_pointOf.size());
    m_pointOf.push_back(static_cast<Index>(p));
  }
  for (const Face& face : m_faces) {
    type::Triangle corners{};
    for (std::size_t c = 0; c < 3; ++c) {
      if (!m_perElement) {
        corners[c] = vertexOf[face.points[c]];
        continue;
      }
      corners[c] = static_cast<Index>(m_pointOf.size());
      m_pointOf.push_back(face.points[c]);
      m_valueOf.push_back(face.element);
    }
    m_triangles.push_back(corners);
  }
  if (!m_perElement) m_valueOf = m_pointOf;
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

/// Buffers that no frame shows any more are used again.
std::shared_ptr<SurfaceVertices> FieldColors::unusedVertices(Pool& pool) {
  auto free = std::find_if(pool.begin(), pool.end(), [](const auto& v) { return !v || v.use_count() == 1; });
  if (free == pool.end()) free = pool.begin();
  if (!*free || free->use_count() > 1) *free = std::make_shared<SurfaceVertices>();
  std::iter_swap(free, pool.begin());
  return pool.front();
}

void FieldColors::addSurface(const Source& source, const helper::ColorMap& map, Frame& frame) {
  constexpr std::size_t perTask = 1 << 14;
  const std::size_t count = m_pointOf.size();
  m_positions.resize(count);
  helper::parallelChunks(count, perTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) m_positions[i] = source.state->pointPosition(m_pointOf[i]);
  });
  geometry::vertexNormals(m_positions, m_triangles, {}, {}, m_normals);

  const auto shared = unusedVertices(m_vertices);
  SurfaceVertices& vertices = *shared;
  FieldSnapshot::Piece piece{m_mesh, shared, std::vector<float>(count)};
  vertices.positions.resize(3 * count);
  vertices.normals.resize(3 * count);
  vertices.colors.resize(4 * count);
  helper::parallelChunks(count, perTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        vertices.positions[3 * i + c] = static_cast<float>(m_positions[i][static_cast<int>(c)]);
        vertices.normals[3 * i + c] = static_cast<float>(m_normals[i][static_cast<int>(c)]);
      }
      const double value = source.values[m_valueOf[i]];
      piece.values[i] = static_cast<float>(value);
      setColor(&vertices.colors[4 * i], colorOf(map, value));
    }
  });

  Surface surface;
  surface.id = m_id;
  surface.mesh = m_mesh;
  surface.vertices = shared;
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
  if (!values || (pointOf.empty() ? values->size() : pointOf.size()) < count) return false;
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
    const std::size_t point = pointOf.empty() ? i : pointOf[i];
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
  core::DrawList::Legend legend;
  legend.title = m_field->name + (m_field->unit.empty() ? "" : " (" + m_field->unit + ")");
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
  const auto [min, max] = range(source->values);
  map.setRange(min, max);
  updateMesh(*source);
  const bool wantsModels = m_options.where == FieldOptions::Where::visualModels && !source->perElement;
  if (wantsModels && colorModels(*source, map, frame)) return addLegend(map, frame);
  if (m_mesh && !m_faces.empty())
    addSurface(*source, map, frame);
  else if (!source->perElement)
    addPoints(*source, map, frame);
  addLegend(map, frame);
}

}  // namespace sofa::gl
