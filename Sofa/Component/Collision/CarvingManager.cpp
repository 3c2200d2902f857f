// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/CarvingManager.h"

#include "Sofa/Component/Collision/LineCollisionModel.h"
#include "Sofa/Component/Collision/PointCollisionModel.h"
#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Component/Collision/TriangleCollisionModel.h"
#include "Sofa/Core/Contract/MeshModifier.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using core::BaseMeshTopology;
using core::CollisionModel;
using core::ElementKind;
using type::Index;

namespace {

constexpr const char *toolTag = "CarvingTool", *surfaceTag = "CarvingSurface";

/// Calls visit(kind, elements, elements around each point) with the highest kind that the mesh has.
template <class Visit>
void withHighestKind(const BaseMeshTopology& mesh, const Visit& visit) {
  const auto& adjacency = mesh.adjacency();
  if (!mesh.hexahedra().empty())
    return visit(ElementKind::hexahedron, mesh.hexahedra(), adjacency.hexahedraAroundVertex());
  if (!mesh.tetrahedra().empty())
    return visit(ElementKind::tetrahedron, mesh.tetrahedra(), adjacency.tetrahedraAroundVertex());
  if (!mesh.quads().empty()) return visit(ElementKind::quad, mesh.quads(), adjacency.quadsAroundVertex());
  if (!mesh.triangles().empty())
    return visit(ElementKind::triangle, mesh.triangles(), adjacency.trianglesAroundVertex());
  visit(ElementKind::edge, mesh.edges(), adjacency.edgesAroundVertex());
}

/// The corners of the elements that those of a mesh with points of its own were made of.
std::vector<std::vector<Index>> cornersOfSources(const core::MakesPoints& maker, const BaseMeshTopology& source,
                                                 const std::vector<Index>& indices) {
  std::vector<std::vector<Index>> corners;
  withHighestKind(source, [&](ElementKind, const auto& elements, const auto&) {
    for (const Index i : indices)
      if (const Index element = maker.sourceElement(i); element < elements.size())
        corners.emplace_back(elements[element].begin(), elements[element].end());
  });
  return corners;
}

/// The corners of an element of a collision model.
std::vector<Index> cornersOf(const CollisionModel& model, Index element) {
  const auto corners = [&](const auto& elements) {
    if (element >= elements.size()) return std::vector<Index>();
    return std::vector<Index>(elements[element].begin(), elements[element].end());
  };
  if (const auto* triangles = dynamic_cast<const TriangleCollisionModel*>(&model))
    return corners(triangles->triangles());
  if (const auto* lines = dynamic_cast<const LineCollisionModel*>(&model)) return corners(lines->lines());
  const bool isOfPoints = dynamic_cast<const PointCollisionModel*>(&model) != nullptr ||
                          dynamic_cast<const SphereCollisionModel<type::Vec3Types>*>(&model) != nullptr;
  return isOfPoints ? std::vector<Index>{element} : std::vector<Index>();
}

const BaseMeshTopology* meshOf(const CollisionModel& model) {
  if (const auto* ofMesh = dynamic_cast<const MeshCollisionModel*>(&model); ofMesh && ofMesh->mesh())
    return ofMesh->mesh();
  return core::firstMeshTopology(*model.context());
}

}  // namespace

void CarvingManager::init() {
  setInvalid();
  const auto models = core::allCollisionModels(*this);
  if (!l_toolModel)
    for (auto* model : models)
      if (!l_toolModel && model->d_tags.value().contains(toolTag)) l_toolModel.set(model);
  if (!l_toolModel) return error("There is no tool: set toolModel, or give a collision model the tag {}.", toolTag);
  if (!l_narrowPhaseDetection) l_narrowPhaseDetection.set(context()->up<core::NarrowPhase>());
  if (!l_narrowPhaseDetection)
    return error(
        "No narrow phase is visible from this node: add one, such as BVHNarrowPhase, or set narrowPhaseDetection.");
  findSurfaces();
  if (m_surfaces.empty()) return;
  for (const auto* key : {&d_key, &d_keySwitch})
    if (key->value().size() != 1) warning("{}=\"{}\" is not a single key.", key->name(), key->value());
  d_listening.set(true);
  setValid();
}

void CarvingManager::findSurfaces() {
  m_surfaces.clear();
  if (const std::string& given = d_surfaceModelPath.value(); !given.empty()) {
    const auto isModel = [](const core::Base* object) {
      return dynamic_cast<const CollisionModel*>(object) != nullptr;
    };
    const std::string path = given.starts_with('@') ? given : "@" + given;
    if (const auto* model = dynamic_cast<CollisionModel*>(core::resolveLinkPath(*this, path, isModel, false)))
      m_surfaces.emplace_back(model, 0);
    else
      error("surfaceModelPath=\"{}\" leads to no collision model.", given);
    return;
  }
  for (const auto* model : core::allCollisionModels(*this))
    if (model->d_tags.value().contains(surfaceTag)) m_surfaces.emplace_back(model, 0);
  if (m_surfaces.empty())
    error("There is nothing to carve: set surfaceModelPath, or give collision models the tag {}.", surfaceTag);
}

void CarvingManager::handleEvent(core::Event& event) {
  if (!isValid()) return;
  const auto isKey = [](const core::Data<std::string>& data, char key) { return data.value() == std::string(1, key); };
  if (const auto* pressed = core::eventAs<core::KeypressedEvent>(event)) {
    if (isKey(d_key, pressed->key)) d_active.set(true);
    if (isKey(d_keySwitch, pressed->key)) d_active.set(!d_active.value());
  } else if (const auto* released = core::eventAs<core::KeyreleasedEvent>(event)) {
    if (isKey(d_key, released->key)) d_active.set(false);
  } else if (core::eventAs<core::CollisionEndEvent>(event)) {
    noteRevisions();
  } else if (core::eventAs<core::AnimateEndEvent>(event) && d_active.value()) {
    carve();
  }
}

/// The contacts that carve are those of the meshes as they are now.
void CarvingManager::noteRevisions() {
  for (auto& [surface, revision] : m_surfaces) revision = surface->context() ? surface->revision() : 0;
}

bool CarvingManager::carves(const CollisionModel& model) const {
  return std::ranges::any_of(m_surfaces, [&](const auto& surface) {
    return surface.first == &model && model.context() && surface.second == model.revision();
  });
}

void CarvingManager::carve() {
  if (!l_toolModel || !l_narrowPhaseDetection) return;
  std::vector<Elements> found;  // by mesh
  for (const auto& [models, outputs] : l_narrowPhaseDetection->contacts()) {
    const bool isFirst = models.second == l_toolModel.get();  // the surface
    if (!isFirst && models.first != l_toolModel.get()) continue;
    const CollisionModel& surface = isFirst ? *models.first : *models.second;
    if (!carves(surface)) continue;
    for (const auto& contact : outputs) {
      if (!(contact.value < d_carvingDistance.value())) continue;
      const Elements origin = originOf(surface, isFirst ? contact.element1 : contact.element2);
      if (!origin.mesh) continue;
      auto same = std::ranges::find(found, origin.mesh, &Elements::mesh);
      if (same == found.end()) same = found.insert(found.end(), {origin.mesh, origin.kind, {}});
      same->indices.insert(same->indices.end(), origin.indices.begin(), origin.indices.end());
    }
  }
  for (auto& elements : found) remove(elements);
}

/// From the corners of what was touched to the element of the mesh that has them all, all elements if it is a point;
/// from mesh to mesh, each made from the next.
CarvingManager::Elements CarvingManager::originOf(const CollisionModel& surface, Index element) const {
  Elements at{meshOf(surface), ElementKind::point, {}};
  std::vector<std::vector<Index>> corners{cornersOf(surface, element)};
  while (at.mesh) {
    at.indices.clear();
    std::vector<std::vector<Index>> next;
    withHighestKind(*at.mesh, [&](ElementKind kind, const auto& elements, const auto& around) {
      at.kind = kind;
      for (const auto& nodes : corners) {
        if (nodes.empty() || nodes[0] >= around.size()) continue;
        for (const Index candidate : around[nodes[0]]) {
          const auto& held = elements[candidate];
          const auto isHeld = [&](Index node) { return std::find(held.begin(), held.end(), node) != held.end(); };
          if (!std::ranges::all_of(nodes, isHeld)) continue;
          at.indices.push_back(candidate);
          next.emplace_back(held.begin(), held.end());
          if (nodes.size() > 1) break;
        }
      }
    });
    if (at.indices.empty()) return {};
    const auto* mapping = makerOf(*at.mesh);
    if (!mapping) return at;
    at.mesh = mapping->source();
    const auto* own = dynamic_cast<const core::MakesPoints*>(mapping);
    corners = own ? cornersOfSources(*own, *at.mesh, at.indices) : std::move(next);
  }
  return {};
}

/// What makes a mesh of another one; null if nothing does.
const core::MeshMapping* CarvingManager::makerOf(const BaseMeshTopology& mesh) const {
  std::vector<core::MeshMapping*> mappings;
  context()->root()->collectDown(mappings);
  const auto maker =
      std::ranges::find_if(mappings, [&](const auto* m) { return m->target() == &mesh && m->source() != nullptr; });
  return maker == mappings.end() ? nullptr : *maker;
}

void CarvingManager::remove(const Elements& elements) {
  std::vector<Index> indices = elements.indices;
  std::ranges::sort(indices, std::greater<>());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  for (const core::Node* node = elements.mesh->context(); node; node = node->parent())
    for (auto* modifier : node->allLocal<core::MeshModifier>())
      if (modifier->mesh() == elements.mesh) {
        if (!modifier->removeOfKind(elements.kind, indices))
          warning("Carving failed: {} elements of {} were touched, and not all could be removed.", indices.size(),
                  elements.mesh->path());
        return;
      }
  warning("Carving failed: {} elements of {} were touched, but there is no modifier: add one to its node.",
          indices.size(), elements.mesh->path());
}

void CarvingManager::archive(core::Archive& archive) {
  bool active = d_active.value();
  archive.io(active);
  if (archive.isLoading() && archive.isGood()) d_active.set(active);
}

namespace {
const auto registered =
    core::Register("CarvingManager", "SofaCarving", "removes the elements of a body that a tool touches")
        .add<CarvingManager>();
}  // namespace

}  // namespace sofa::component::collision
