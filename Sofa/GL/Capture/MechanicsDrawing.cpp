// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/MechanicsDrawing.h"

#include "Sofa/Component/Visual/PointSplatModel.h"
#include "Sofa/Component/Visual/SlicedVolumetricModel.h"
#include "Sofa/Component/Visual/VisualMesh.h"
#include "Sofa/Component/Visual/VisualState.h"
#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/GL/Capture/FieldSource.h"
#include "Sofa/GL/Capture/SceneBox.h"

namespace sofa::gl {

using type::DisplayFlags;

namespace {

namespace visual = component::visual;

/// Points that are still told apart as spheres; of more a picture shows the cloud.
constexpr std::size_t mostSpheres = 2000;
constexpr std::size_t mostSides = 200000;
/// In parts of the scene's size.
constexpr double largestRadius = 0.05, axisLength = 0.15;
constexpr float pointSize = 4, lineWidth = 2;  // pixels
constexpr type::Color pointColor{0.98f, 0.62f, 0.24f, 1}, lineColor{0.8f, 0.84f, 0.9f, 1},
    sideColor{0.1f, 0.13f, 0.18f, 0.45f};

/// What else the program decides on where a scene has nothing to be seen.
constexpr std::array mechanics{DisplayFlags::BehaviorModels, DisplayFlags::ForceFields,
                               DisplayFlags::InteractionForceFields, DisplayFlags::CollisionModels};

bool isVisualModel(const core::Component& component) {
  return dynamic_cast<const visual::VisualState*>(&component) ||
         dynamic_cast<const visual::PointSplatModel*>(&component) ||
         dynamic_cast<const visual::SlicedVolumetricModel*>(&component) ||
         dynamic_cast<const visual::VisualMesh*>(&component) || component.className() == "VisualPointCloud";
}

bool saysWhatIsShown(const visual::VisualStyle& style) {
  const auto& flags = style.d_displayFlags.value();
  const auto isSet = [&](DisplayFlags::Flag flag) { return flags[flag] != DisplayFlags::State::unset; };
  return flags[DisplayFlags::VisualModels] == DisplayFlags::State::hide ||
         std::any_of(mechanics.begin(), mechanics.end(), isSet) || isSet(DisplayFlags::Mappings) ||
         isSet(DisplayFlags::MechanicalMappings) || isSet(DisplayFlags::DetectionOutputs) ||
         isSet(DisplayFlags::BoundingCollisionModels);
}

bool hasFaces(const core::BaseMeshTopology& mesh) {
  return !mesh.triangles().empty() || !mesh.quads().empty() || !mesh.tetrahedra().empty() || !mesh.hexahedra().empty();
}

}  // namespace

bool MechanicsDrawing::isWanted(simulation::Node& root) {
  for (auto* node : root.order())
    for (const auto& component : node->components()) {
      if (isVisualModel(*component)) return false;
      const auto* style = dynamic_cast<const visual::VisualStyle*>(component.get());
      if (style && saysWhatIsShown(*style)) return false;
    }
  return true;
}

void MechanicsDrawing::begin(const type::BoundingBox& box) {
  m_size = hasExtent(box) ? (box.max - box.min).norm() : 1;
  std::erase_if(m_surfaces, [](const auto& entry) { return entry.second.state.expired(); });
}

DisplayFlags MechanicsDrawing::flagsFor(const core::Component& component, DisplayFlags flags) const {
  for (const auto flag : mechanics) flags.states[flag] = DisplayFlags::State::show;
  const bool covers =
      dynamic_cast<const core::BaseForceField*>(&component) || dynamic_cast<const core::CollisionModel*>(&component);
  if (!covers) return flags;
  const FieldMesh mesh(component);
  if (mesh.topology && hasFaces(*mesh.topology))
    for (const auto flag : {DisplayFlags::ForceFields, DisplayFlags::CollisionModels, DisplayFlags::BehaviorModels})
      flags.states[flag] = DisplayFlags::State::hide;
  return flags;
}

void MechanicsDrawing::add(const core::BaseState& state, const Surface& like, Frame& frame) {
  const FieldMesh mesh(state);
  if (mesh.state != &state || state.coordSize() == 1) return;  // lengths and angles are no places
  if (!mesh.topology || !hasFaces(*mesh.topology)) {
    if (mesh.topology) addLines(state, mesh.topology->edges(), lineColor, frame);
    return addPoints(state, frame);
  }
  Known& known = m_surfaces[&state];
  if (known.state.lock().get() != &state) known = Known{.state = state.weak_from_this()};
  known.surface.update(state, mesh.topology);
  if (known.surface.empty()) return addPoints(state, frame);
  Surface surface = known.surface.surface(known.surface.takeVertices(state));
  surface.owner = like.owner;
  surface.lightSet = like.lightSet;
  surface.clipPlanes = like.clipPlanes;
  surface.wireframe = like.wireframe;
  frame.surfaces.push_back(std::move(surface));
  if (!like.wireframe && known.surface.sides().size() <= mostSides)
    addLines(state, known.surface.sides(), sideColor, frame);
}

void MechanicsDrawing::addPoints(const core::BaseState& state, Frame& frame) const {
  const auto* shown = state.findData("showObject");
  if (shown && shown->type().get(shown->rawValue(), 0) != 0) return;  // it does so itself
  const std::size_t count = state.size();
  const auto* bodies = count <= mostSpheres ? dynamic_cast<const core::State<type::Rigid3Types>*>(&state) : nullptr;
  const double radius = largestRadius * m_size / std::cbrt(static_cast<double>(std::max<std::size_t>(1, count)));
  for (std::size_t i = 0; i < count; ++i) {
    const type::Vec3 p = state.pointPosition(i);
    if (bodies)
      frame.drawList.frame(p, bodies->positions()[i].orientation, axisLength * m_size);
    else if (count <= mostSpheres)
      frame.drawList.sphere(p, radius, pointColor);
    else
      frame.drawList.point(p, pointSize, pointColor);
  }
}

void MechanicsDrawing::addLines(const core::BaseState& state, std::span<const type::Edge> lines,
                                const type::Color& color, Frame& frame) const {
  const std::size_t count = state.size();
  for (const auto& line : lines)
    if (line[0] < count && line[1] < count)
      frame.drawList.line(state.pointPosition(line[0]), state.pointPosition(line[1]), color.a < 1 ? 1 : lineWidth,
                          color);
}

}  // namespace sofa::gl
