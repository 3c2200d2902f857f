// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Visual/VisualModelImpl.h"

#include <fmt/format.h>

#include <set>

#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Geometry/Surface.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Type/PrimitiveGroup.h"

namespace sofa::component::visual {

using core::ComponentDescription;
using type::Vec3;

type::Material VisualModelImpl::defaultMaterial() {
  type::Material material;
  material.emissive.color.a = 0;
  return material;
}

// --- Reading a scene -------------------------------------------------------------------------------------------------

void VisualModelImpl::parseExtra(ComponentDescription& description) {
  VisualState::parseExtra(description);
  if (const auto text = description.take("color")) parseColor(*text);
  std::string bad;
  if (const auto value = description.takeInteger("normals", &bad)) d_useNormals.set(*value != 0);
  if (!bad.empty()) core::tellNoNumber(*this, bad, "write 1 or 0");
  if (const auto text = description.take("castshadow")) {
    type::TextReader in(*text);
    if (!type::readBool(in, m_castsShadow) || !in.atEnd())
      core::tellUnreadable(*this, fmt::format("castshadow=\"{}\" is not a bool. Write 1 or true, 0 or false.", *text));
  }
  if (description.take("flip")) flipFaces();
  parseTransform(description);
  findTexture();
}

void VisualModelImpl::parseColor(const std::string& text) {
  type::Color color;  // white
  type::TextReader in(text);
  if (!type::TextTraits<type::Color>::read(in, color) || !in.atEnd()) {
    core::tellUnreadable(*this, fmt::format("color=\"{}\" is not a color; white is used. Write a name such as \"red\", "
                                            "\"#ff0000\", or 3 or 4 numbers from 0 to 1: \"1 0 0\".",
                                            text));
    color = {};
  }
  auto& material = d_material.edit();
  material.diffuse.color = material.specular.color = material.emissive.color = color;
  material.ambient.color = {color.r * 0.2f, color.g * 0.2f, color.b * 0.2f, color.a};
}

/// Attributes of older scenes. They come after the Data of the element and replace them.
void VisualModelImpl::parseTransform(ComponentDescription& description) {
  const auto number = [&](const char* name) {
    std::string bad;
    const auto value = description.takeFloat(name, &bad);
    if (!bad.empty()) core::tellNoNumber(*this, bad, "it is ignored");
    return value;
  };
  const auto component = [&](const char* name, float fallback) { return number(name).value_or(fallback); };
  const auto any = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* n) { return description.has(n); });
  };
  if (const auto scale = number("scale"))
    d_scale.set(Vec3::Constant(*scale));
  else if (any({"sx", "sy", "sz"}))
    d_scale.set(Vec3(component("sx", 1), component("sy", 1), component("sz", 1)));
  if (any({"rx", "ry", "rz"})) d_rotation.set(Vec3(component("rx", 0), component("ry", 0), component("rz", 0)));
  if (any({"dx", "dy", "dz"})) d_translation.set(Vec3(component("dx", 0), component("dy", 0), component("dz", 0)));
  if (any({"su", "sv"})) d_scaleTex.set(Vec2f(component("su", 1), component("sv", 1)));
  if (any({"du", "dv"})) d_translationTex.set(Vec2f(component("du", 0), component("dv", 0)));
}

void VisualModelImpl::flipFaces() {
  if (!d_triangles.value().empty())
    for (auto& t : d_triangles.edit()) std::swap(t[1], t[2]);
  if (!d_quads.value().empty())
    for (auto& q : d_quads.edit()) std::swap(q[1], q[3]);
}

void VisualModelImpl::findTexture() {
  m_textureFile.clear();
  if (d_texturename.value().empty()) return;
  const auto file = helper::ResourcePath::data().find(d_texturename.value(), folder());
  if (file)
    m_textureFile = file->string();
  else
    error("Texture \"{}\" not found in {}.", d_texturename.value(), helper::ResourcePath::data().describe(folder()));
}

const std::string& VisualModelImpl::textureFile(int material) const {
  const auto i = static_cast<std::size_t>(material);
  const bool own = !d_texturename.value().empty() || material < 0 || i >= m_materialTextures.size();
  return own ? m_textureFile : m_materialTextures[i];
}

int VisualModelImpl::commonMaterial() const {
  return d_groups.value().empty() && !d_material.isSet() && !d_materials.value().empty() ? 0 : -1;
}

const type::Material& VisualModelImpl::materialOf(int number) const {
  const auto& materials = d_materials.value();
  const auto i = static_cast<std::size_t>(number);
  const bool replaced = m_groupsOfLoader && d_material.isSet();  // since the groups were taken
  return number >= 0 && i < materials.size() && !replaced ? materials[i] : d_material.value();
}

// --- Filling ---------------------------------------------------------------------------------------------------------

void VisualModelImpl::init() {
  if (!d_filename.value().empty()) {
    if (!loadFile()) setInvalid();
  } else {
    if (!d_vertPosIdx.value().empty() && d_vertices.value().empty()) mergeSplitVertices();
    if (d_position.value().empty() || (!d_triangles.isSet() && !d_quads.isSet())) takeTopology();
    if (!m_textureFile.empty()) transformTexcoords();
  }
  followMaterials();
  applyTransform();
  m_changes.track(d_position);
  m_changes.track(d_vertPosIdx);
  m_changes.track(d_triangles);
  m_changes.track(d_quads);
  m_appearance.track(d_texturename);
  m_appearance.track(d_materials);
  updateShading();
  m_changes.clear();
  if (isValid()) setValid();
}

/// The loader component for the file's format does the reading, in a node of its own.
bool VisualModelImpl::loadFile() {
  const std::string& name = d_filename.value();
  if (!name.ends_with(".obj") && !name.ends_with(".OBJ")) {
    error("filename accepts .obj files only; it is \"{}\". Use a mesh loader and src=\"@loader\" for other formats.",
          name);
    return false;
  }
  warning("filename will go: add a MeshOBJLoader and write src=\"@loader\".");
  const auto file = helper::ResourcePath::data().find(name, folder());
  if (!file) {
    error("File {} NOT FOUND in {}.", name, helper::ResourcePath::data().describe(folder()));
    return false;
  }
  const auto load = [&](core::Node& node, const char* seams) {
    ComponentDescription description("MeshOBJLoader", location());
    description.set("filename", file->string());
    description.set("handleSeams", seams);
    return core::ObjectFactory::instance().create(node, description);
  };
  const auto node = std::make_shared<core::Node>();
  const auto merged = load(*node, "0");
  const auto split = merged ? load(*node, "1") : nullptr;
  if (!split) return false;
  const auto take = [](const core::Component& loader, const char* from, core::BaseData& to) {
    const core::BaseData* source = loader.findData(from);
    if (!source || !core::convertible(source->type(), to.type())) return;
    if (source->type().name() == to.type().name())
      to.type().copy(source->rawValue(), to.rawEdit());
    else
      core::convert(source->type(), source->rawValue(), to.type(), to.rawEdit());
  };
  take(*merged, "position", d_position);
  take(*split, "vertPosIdx", d_vertPosIdx);
  take(*split, "vertNormIdx", d_vertNormIdx);
  if (!d_vertPosIdx.value().empty()) take(*split, "position", d_vertices);
  take(*split, "triangles", d_triangles);
  take(*split, "quads", d_quads);
  take(*split, "edges", d_edges);
  take(*split, "texcoords", d_texcoords);
  if (d_useNormals.value()) take(*split, "normals", d_normal);
  if (!d_material.isSet()) {
    take(*split, "defaultMaterial", d_material);
    take(*split, "materials", d_materials);
    takeGroups(*split);
    takeMaterialTextures(*split);
  }
  if (!d_keepLines.value()) dropSidesOfTriangles();
  transformTexcoords();
  if (!d_position.value().empty()) return true;
  error("No points could be read from \"{}\".", name);
  return false;
}

/// Lines where two points of a triangle are, whichever of their vertices; groups keep those of theirs that stay.
void VisualModelImpl::dropSidesOfTriangles() {
  if (d_edges.value().empty()) return;
  const auto& pointOf = d_vertPosIdx.value();
  const auto side = [&](type::Index a, type::Index b) {
    if (std::max(a, b) < pointOf.size()) a = pointOf[a], b = pointOf[b];
    return std::pair(std::min(a, b), std::max(a, b));
  };
  std::set<std::pair<type::Index, type::Index>> sides;
  for (const auto& t : d_triangles.value())
    for (std::size_t k = 0; k < 3; ++k) sides.insert(side(t[k], t[(k + 1) % 3]));
  std::vector<type::Edge> kept;
  std::vector<int> keptBefore{0};  // each line
  for (const auto& e : d_edges.value()) {
    if (!sides.contains(side(e[0], e[1]))) kept.push_back(e);
    keptBefore.push_back(static_cast<int>(kept.size()));
  }
  if (kept.size() == d_edges.value().size()) return;
  d_edges.set(std::move(kept));
  if (d_groups.value().empty()) return;
  const auto before = [&](int i) { return keptBefore[std::min(static_cast<std::size_t>(i), keptBefore.size() - 1)]; };
  for (auto& group : d_groups.edit()) {
    const int end = before(group.firstEdge + group.edges);
    group.firstEdge = before(group.firstEdge);
    group.edges = end - group.firstEdge;
  }
}

/// Runs of faces with a material of the file; one group for those of the same name in several lists of faces.
void VisualModelImpl::takeGroups(const core::Component& loader) {
  std::vector<FaceGroup> groups;
  const auto takeList = [&](const char* list, int FaceGroup::*first, int FaceGroup::*count) {
    const auto* data = dynamic_cast<const core::Data<std::vector<type::PrimitiveGroup>>*>(loader.findData(list));
    if (!data) return;
    for (const type::PrimitiveGroup& run : data->value()) {
      auto group = std::find_if(groups.begin(), groups.end(), [&](const FaceGroup& g) {
        return g.name == run.groupName && g.material == run.materialId && g.*count == 0;
      });
      if (group == groups.end()) group = groups.insert(group, {run.groupName, run.materialId});
      (*group).*first = run.first;
      (*group).*count = run.count;
    }
  };
  takeList("edgesGroups", &FaceGroup::firstEdge, &FaceGroup::edges);
  takeList("trianglesGroups", &FaceGroup::firstTriangle, &FaceGroup::triangles);
  takeList("quadsGroups", &FaceGroup::firstQuad, &FaceGroup::quads);
  if (std::all_of(groups.begin(), groups.end(), [](const FaceGroup& g) { return g.material < 0; })) return;
  for (auto& group : groups) std::replace(group.name.begin(), group.name.end(), ' ', '_');  // one word in scenes
  d_groups.set(std::move(groups));
}

/// Images that the materials of a loader name; told if they are not there, unless the model has its own.
void VisualModelImpl::takeMaterialTextures(const core::Base& loader) {
  const auto* data = dynamic_cast<const core::Data<std::vector<std::string>>*>(loader.findData("materialTextures"));
  if (!data || data->value() == m_namedTextures) return;
  m_materialTextures = m_namedTextures = data->value();
  if (!d_texturename.value().empty()) return;
  std::error_code ignored;
  for (std::size_t i = 0; i < m_materialTextures.size(); ++i) {
    auto& file = m_materialTextures[i];
    const bool used = std::any_of(d_groups.value().begin(), d_groups.value().end(),
                                  [&](const FaceGroup& g) { return g.material == static_cast<int>(i); });
    if (file.empty() || std::filesystem::exists(file, ignored)) continue;
    if (used)
      error("Texture \"{}\" of a material not found in {} or beside the mesh file.", file,
            helper::ResourcePath::data().describe(folder()));
    file.clear();
  }
}

/// The loader delivered one point per split vertex; back to one position per original point, which is what mappings
/// move. Original points that no face uses get the split vertex of the same number, as references do.
void VisualModelImpl::mergeSplitVertices() {
  const VecVec3 split = d_position.value();
  const VecIndex original = d_vertPosIdx.value();
  const std::size_t size = std::size_t{*std::max_element(original.begin(), original.end())} + 1;
  if (original.size() != split.size() || size > 16 * split.size() + 1'000'000) {
    error("vertPosIdx must give the original point of each of the {} positions; it has {} entries, the largest is {}.",
          split.size(), original.size(), size - 1);
    d_vertPosIdx.set({});
    return;
  }
  d_vertices.set(split);
  d_position.setParent(nullptr);
  VecVec3 merged = split;
  merged.resize(size, Vec3::Zero());
  for (std::size_t i = 0; i < split.size(); ++i) merged[original[i]] = split[i];
  d_position.set(std::move(merged));
}

void VisualModelImpl::takeTopology() {
  m_followed = l_topology || l_topology.isGiven() ? l_topology.get() : core::firstMeshTopology(*context());
  if (!m_followed) {
    if (d_position.value().empty()) warning("Neither an .obj file nor a topology is present for this VisualModel.");
    return;
  }
  info("Points and faces come from the topology {}.", m_followed->path());
  if (d_position.value().empty()) {
    auto& points = d_position.edit();
    if (m_followed->hasPositions()) {
      points.resize(m_followed->nbPoints());
      for (std::size_t i = 0; i < points.size(); ++i) points[i] = m_followed->position(i);
    } else if (const auto* state =
                   dynamic_cast<core::State<type::Vec3Types>*>(core::mechanicalState(*m_followed->context()))) {
      points = state->positions();
    }
  }
  takeFaces();
}

void VisualModelImpl::takeFaces() {
  d_triangles.set(m_followed->triangles());
  d_quads.set(m_followed->quads());
  m_followedRevision = m_followed->revision();
}

bool VisualModelImpl::topologyChanged(const core::MeshChanges& changes) {
  if (!m_followed || changes.mesh != m_followed.get() || context()->local<core::BaseMapping>()) return true;
  for (const auto& step : changes.steps) {
    auto& points = d_position.edit();
    core::carryValues(points, step->points(), [&](std::size_t i, const core::Ancestors* ancestors) {
      for (std::size_t a = 0; ancestors && a < ancestors->elements.size(); ++a)
        points[i] += ancestors->weight(a) * points[ancestors->elements[a]];
    });
  }
  return true;
}

void VisualModelImpl::applyTransform() {
  const Vec3 scale = d_scale.value(), translation = d_translation.value();
  const type::Quat rotation = type::fromEulerDegrees(d_rotation.value());
  if (scale == Vec3::Ones() && translation.isZero(0) && d_rotation.value().isZero(0)) return;
  const auto transform = [&](core::Data<VecVec3>& data) {
    for (auto& p : data.edit()) p = type::rotate(rotation, Vec3(p.cwiseProduct(scale))) + translation;
  };
  transform(d_position);
  if (d_initRestPositions.value()) transform(d_restPosition);
  // Consumed, so that a second initialisation does not repeat it.
  d_translation.set(Vec3::Zero());
  d_rotation.set(Vec3::Zero());
  d_scale.set(Vec3::Ones());
}

void VisualModelImpl::transformTexcoords() {
  const Vec2f scale = d_scaleTex.value(), translation = d_translationTex.value();
  if (scale == Vec2f::Ones() && translation.isZero(0)) return;
  for (auto& uv : d_texcoords.edit()) uv = uv.cwiseProduct(scale) + translation;
}

// --- Following the positions -----------------------------------------------------------------------------------------

/// Materials by a link come with the textures of who has them, and with the runs of faces they are for if the faces
/// come from there too.
void VisualModelImpl::followMaterials() {
  const auto* source = d_materials.parent();
  const auto* loader = source ? dynamic_cast<const core::Component*>(source->owner()) : nullptr;
  if (!loader || d_materials.value().empty()) return;
  const auto isOfLoader = [&](const core::BaseData& data) {
    return data.parent() ? data.parent()->owner() == loader : !data.isSet();
  };
  const bool ownGroups = d_groups.isSet() && !m_groupsOfLoader;
  if (!ownGroups && !d_material.isSet() && isOfLoader(d_triangles) && isOfLoader(d_quads)) {
    d_groups.set({});
    takeGroups(*loader);
    m_groupsOfLoader = true;
  }
  takeMaterialTextures(*loader);
}

void VisualModelImpl::updateVisual() {
  if (m_appearance.anyChanged()) {
    if (m_appearance.changed(d_texturename)) findTexture();
    followMaterials();
    m_appearance.clear();
  }
  if (m_followed && d_handleDynamicTopology.value() && m_followed->revision() != m_followedRevision) takeFaces();
  if (d_position.value().empty() || !m_changes.anyChanged()) return;
  updateShading();
  m_changes.clear();
}

void VisualModelImpl::updateShading() {
  const auto& original = d_vertPosIdx.value();
  if (!original.empty()) {
    const auto& points = d_position.value();
    auto& vertices = d_vertices.edit();
    vertices.resize(original.size());
    for (std::size_t i = 0; i < original.size(); ++i)
      if (original[i] < points.size()) vertices[i] = points[original[i]];
  }
  const auto& vertices = drawnVertices();
  if (d_updateNormals.value() || d_normal.value().size() != vertices.size())
    geometry::vertexNormals(vertices, d_triangles.value(), d_quads.value(), d_vertNormIdx.value(), d_normal.edit());
  if (d_computeTextureCoordinates.value()) {
    geometry::sphericalTexcoords(vertices, d_texcoords.edit());
    if (d_fixMergedUVSeams.value() && !original.empty())
      geometry::mendSeam(original, d_triangles.value(), d_quads.value(), d_texcoords.edit());
  }
  const bool tangentsMissing = d_tangents.value().size() != vertices.size();
  if (d_computeTangents.value() && (d_updateTangents.value() || tangentsMissing))
    geometry::vertexTangents(vertices, d_normal.value(), d_texcoords.value(), d_triangles.value(), d_quads.value(),
                             d_tangents.edit(), d_bitangents.edit());
}

core::VisibleSurface::Faces VisualModelImpl::visibleFaces() const {
  if (!d_enable.value()) return {};
  return {drawnVertices(), d_normal.value(),    d_texcoords.value(),
          d_edges.value(), d_triangles.value(), d_quads.value()};
}

namespace {
const auto registered = core::Register("VisualModelImpl", "Sofa.Component.Visual",
                                       "surface to be looked at: the data of an OglModel, not drawn")
                            .wasCalled("VisualModel")
                            .add<VisualModelImpl>(true);
}  // namespace

}  // namespace sofa::component::visual

namespace sofa::type {

bool TextTraits<component::visual::FaceGroup>::read(TextReader& in, component::visual::FaceGroup& g) {
  g.name = in.word();
  return in.read(g.material) && in.read(g.firstEdge) && in.read(g.edges) && in.read(g.firstTriangle) &&
         in.read(g.triangles) && in.read(g.firstQuad) && in.read(g.quads);
}

void TextTraits<component::visual::FaceGroup>::write(std::string& out, const component::visual::FaceGroup& g, int) {
  out += fmt::format("{} {} {} {} {} {} {} {}", g.name, g.material, g.firstEdge, g.edges, g.firstTriangle, g.triangles,
                     g.firstQuad, g.quads);
}

}  // namespace sofa::type
