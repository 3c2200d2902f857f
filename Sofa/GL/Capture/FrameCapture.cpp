// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Capture/FrameCapture.h"

#include "Sofa/Component/Setting/BackgroundSetting.h"
#include "Sofa/Component/Visual/BaseCamera.h"
#include "Sofa/Component/Visual/ClipPlane.h"
#include "Sofa/Component/Visual/OglModel.h"
#include "Sofa/Component/Visual/OglRenderingSRGB.h"
#include "Sofa/Component/Visual/OglSceneFrame.h"
#include "Sofa/Component/Visual/OglViewport.h"
#include "Sofa/Component/Visual/OrderIndependentTransparencyManager.h"
#include "Sofa/Component/Visual/PointSplatModel.h"
#include "Sofa/Component/Visual/PostProcessManager.h"
#include "Sofa/Component/Visual/SlicedVolumetricModel.h"
#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/Component/Visual/VisualTransform.h"
#include "Sofa/GL/Capture/LightCapture.h"
#include "Sofa/GL/Capture/MechanicsDrawing.h"
#include "Sofa/GL/Capture/SceneBox.h"
#include "Sofa/GL/Capture/SurfaceMeshBuilder.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Helper/Profiler.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::gl {

using component::visual::BaseCamera;
using component::visual::LightManager;
using component::visual::OglModel;
using component::visual::VisualModelImpl;
using component::visual::VisualStyle;
using type::DisplayFlags;

namespace {

/// Vertices converted in one task of a parallel loop.
constexpr std::size_t verticesPerTask = 1 << 16;

DisplayFlags topFlags() {
  DisplayFlags flags;
  flags.states[DisplayFlags::VisualModels] = DisplayFlags::State::show;
  return flags;
}

bool shows(const DisplayFlags& flags, DisplayFlags::Flag flag) { return flags[flag] == DisplayFlags::State::show; }

void toFloats(const std::vector<type::Vec3>& from, std::vector<float>& to) {
  to.resize(3 * from.size());
  helper::parallelChunks(from.size(), verticesPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (int c = 0; c < 3; ++c) to[3 * i + c] = static_cast<float>(from[i][c]);
  });
}

/// Brings remembered counters up to date; true if one of them differed.
bool updateCounters(std::vector<int>& known, std::initializer_list<const core::BaseData*> data) {
  bool changed = known.size() != data.size();
  known.resize(data.size());
  std::size_t i = 0;
  for (const auto* d : data) {
    const int counter = d->counter();
    changed = changed || known[i] != counter;
    known[i++] = counter;
  }
  return changed;
}

void setAppearance(const OglModel& model, Surface& s) {
  s.asPoints = model.d_primitiveType.value().is("POINTS");
  s.blendTranslucency = model.d_blendTranslucency.value();
  s.premultipliedAlpha = model.d_premultipliedAlpha.value();
  s.writeZTransparent = model.d_writeZTransparent.value();
  s.alphaBlend = model.d_alphaBlend.value();
  s.depthTest = model.d_depthTest.value();
  s.srgbTexture = model.d_srgbTexturing.value();
  s.cullFace = model.d_cullFace.value();
  s.lineWidth = model.d_lineWidth.value();
  s.pointSize = model.d_pointSize.value();
  s.roundPoints = model.d_pointSmooth.value();
  s.blendEquation = static_cast<Surface::BlendEquation>(model.d_blendEquation.value().index());
  s.sourceFactor = static_cast<Surface::BlendFactor>(model.d_sourceFactor.value().index());
  s.destinationFactor = static_cast<Surface::BlendFactor>(model.d_destinationFactor.value().index());
}

std::string findImage(const core::Base& owner, const std::string& name) {
  if (name.empty()) return {};
  const auto file = helper::ResourcePath::data().find(name, owner.folder());
  return file ? file->string() : name;
}

using Transform = std::optional<type::RigidCoord<3>>;

/// First `inner`, then `outer`.
type::RigidCoord<3> compose(const Transform& outer, const type::RigidCoord<3>& inner) {
  if (!outer) return inner;
  return {outer->center + type::rotate(outer->orientation, inner.center), outer->orientation * inner.orientation};
}

type::BoundingBox boxAt(const type::BoundingBox& box, const type::RigidCoord<3>& at) {
  type::BoundingBox result;
  for (int corner = 0; corner < 8 && !box.empty(); ++corner) {
    const auto side = [&](int i) { return corner >> i & 1 ? box.max[i] : box.min[i]; };
    result.include(at.center + type::rotate(at.orientation, type::Vec3(side(0), side(1), side(2))));
  }
  return result;
}

bool equal(const Transform& a, const Transform& b) {
  if (!a || !b) return !a && !b;
  return a->center == b->center && a->orientation.coeffs() == b->orientation.coeffs();
}

/// Rotates, and translates if they are places.
void transform(std::vector<float>& vectors, const Transform& by, bool arePlaces) {
  if (!by) return;
  const type::Mat<3, 3, float> rotation = type::toMatrix(by->orientation).cast<float>();
  const type::Vec<3, float> translation = arePlaces ? by->center.cast<float>() : type::Vec<3, float>::Zero().eval();
  for (std::size_t i = 0; i + 2 < vectors.size(); i += 3) {
    type::ViewOf<type::Vec<3, float>> v(&vectors[i]);
    v = (rotation * v + translation).eval();
  }
}

std::uint64_t nextNumber() {
  static std::atomic<std::uint64_t> number = 0;
  return ++number;
}

}  // namespace

/// One traversal of the scene.
class FrameCapture::Pass {
 public:
  Pass(FrameCapture& capture, Frame& frame) : m_capture(capture), m_frame(frame) {}

  void visit(simulation::Node& node) {
    const NodeStyle style = styleOf(node);
    m_styles[&node] = style;
    m_frame.drawList.setTransform(style.shownAt ? &*style.shownAt : nullptr);
    for (const auto& component : node.components()) {
      m_frame.drawList.begin(
          *component, m_frame.showsMechanics ? m_capture.m_mechanics.flagsFor(*component, style.flags) : style.flags);
      m_frame.owners.push_back(component);
      if (!component->isValid()) continue;
      if (const auto* model = dynamic_cast<const VisualModelImpl*>(component.get()))
        addSurface(*model, style);
      else if (const auto* frame = dynamic_cast<const component::visual::OglSceneFrame*>(component.get()))
        addSceneFrame(*frame);
      else if (const auto* splats = dynamic_cast<const component::visual::PointSplatModel*>(component.get()))
        addSplats(*splats, style);
      else if (const auto* sliced = dynamic_cast<const component::visual::SlicedVolumetricModel*>(component.get()))
        addSlicedVolume(*sliced, style);
      else if (const auto* viewport = dynamic_cast<const component::visual::OglViewport*>(component.get()))
        addSubView(*viewport);
      else if (const auto* manager = dynamic_cast<const component::visual::PostProcessManager*>(component.get()))
        setPostProcess(*manager, style);
      else if (const auto* state = dynamic_cast<const core::BaseState*>(component.get());
               state && m_frame.showsMechanics)
        addMechanics(*state, style);
      draw(component);
      if (style.shownAt) m_frame.box.include(boxAt(component->d_bbox.value(), *style.shownAt));
    }
  }

 private:
  /// What fails once is left out from then on: the rest of the scene stays to be seen.
  void draw(const std::shared_ptr<core::Component>& component) {
    if (m_capture.m_undrawable.contains(component)) return;
    try {
      component->draw(m_frame.drawList);
    } catch (const std::exception& problem) {
      m_capture.m_undrawable.insert(component);
      component->error("Drawing it failed and is not tried again until the scene is reloaded: {}", problem.what());
    }
  }

  struct NodeStyle {
    DisplayFlags flags = topFlags();
    std::uint32_t lightSet = 0, clipPlanes = 0;
    std::array<int, component::visual::ClipPlane::maxPlanes> planeOfId{-1, -1, -1, -1, -1, -1};
    int shaderInputs = -1;
    Transform shownAt, childrenShownAt;
  };

  NodeStyle styleOf(const simulation::Node& node) {
    NodeStyle style;
    if (const auto it = m_styles.find(node.parent()); it != m_styles.end()) style = it->second;
    if (const auto* own = node.slot<VisualStyle>()) style.flags = own->merged(style.flags);
    if (const auto* manager = node.local<LightManager>()) {
      style.lightSet = static_cast<std::uint32_t>(m_frame.lightSets.size());
      m_frame.lightSets.push_back(describe(*manager));
    }
    for (const auto* plane : node.allLocal<component::visual::ClipPlane>()) addClipPlane(*plane, style);
    style.shownAt = style.childrenShownAt;
    for (const auto* transform : node.allLocal<component::visual::VisualTransform>()) {
      if (!transform->isValid() || !transform->d_enable.value()) continue;
      style.shownAt = compose(style.shownAt, transform->d_transform.value());
      if (transform->d_recursive.value())
        style.childrenShownAt = compose(style.childrenShownAt, transform->d_transform.value());
    }
    style.shaderInputs = m_capture.m_shaders.inputsOf(node, style.shaderInputs, m_frame);
    return style;
  }

  /// A plane takes the place of that of the same id above.
  void addClipPlane(const component::visual::ClipPlane& plane, NodeStyle& style) {
    if (!plane.isValid()) return;
    int& current = style.planeOfId[static_cast<std::size_t>(plane.d_id.value())];
    if (current >= 0) style.clipPlanes &= ~(1u << current);
    current = -1;
    const bool cuts = plane.d_active.value() && plane.d_enable.value();
    if (!cuts || m_frame.clipPlanes.size() >= component::visual::ClipPlane::maxPlanes) return;
    current = static_cast<int>(m_frame.clipPlanes.size());
    const type::Vec3 normal = plane.d_normal.value().normalized();
    m_frame.clipPlanes.push_back({normal, normal.dot(plane.d_position.value())});
    style.clipPlanes |= 1u << current;
  }

  void addSurface(const VisualModelImpl& model, const NodeStyle& style) {
    const auto* drawn = dynamic_cast<const OglModel*>(&model);
    if (!drawn || !model.d_enable.value() || !shows(style.flags, DisplayFlags::VisualModels)) return;
    auto& known = m_capture.m_known[&model];
    if (known.component.lock().get() != &model) {
      known = Known{.id = m_capture.m_nextId++,
                    .component = std::static_pointer_cast<const core::Component>(model.shared_from_this())};
    }
    if (updateCounters(known.meshCounters, {&model.d_triangles, &model.d_quads, &model.d_edges, &model.d_groups,
                                            &model.d_material, &model.d_materials, &model.d_texcoords,
                                            &model.d_texturename, &model.d_vertPosIdx, &model.d_updateNormals})) {
      // Attributes of the scene's shaders are as many as the model's own vertices.
      known.normals.setFaces(model, m_frame.shaders.empty());
      known.mesh = buildSurfaceMesh(model, known.normals);
    }
    const bool moved = updateCounters(known.vertexCounters, {&model.d_position, &model.d_vertices, &model.d_normal});
    if (moved || !equal(known.shownAt, style.shownAt)) {
      known.shownAt = style.shownAt;
      takeVertices(model, known);
    }
    Surface& s = m_frame.surfaces.emplace_back();
    s.id = known.id;
    s.owner = static_cast<std::uint32_t>(m_frame.owners.size());
    s.mesh = known.mesh;
    s.vertices = known.vertices;
    s.lightSet = style.lightSet;
    s.clipPlanes = style.clipPlanes;
    s.wireframe = shows(style.flags, DisplayFlags::Wireframe);
    s.showNormals = shows(style.flags, DisplayFlags::Normals);
    s.castsShadow = model.castsShadow();
    setAppearance(*drawn, s);
    const auto& box = model.d_bbox.value();
    m_frame.drawnBox.include(style.shownAt ? boxAt(box, *style.shownAt) : box);
    m_capture.m_shaders.apply(*drawn, style.shaderInputs, m_frame, s);
  }

  void addMechanics(const core::BaseState& state, const NodeStyle& style) {
    Surface like;
    like.owner = static_cast<std::uint32_t>(m_frame.owners.size());
    like.lightSet = style.lightSet;
    like.clipPlanes = style.clipPlanes;
    like.wireframe = shows(style.flags, DisplayFlags::Wireframe);
    m_capture.m_mechanics.add(state, like, m_frame);
  }

  /// Into memory that no frame and no renderer looks at any more.
  static void takeVertices(const VisualModelImpl& model, Known& known) {
    known.vertices.reset();
    auto free =
        std::find_if(known.pool.begin(), known.pool.end(), [](const auto& p) { return !p || p.use_count() == 1; });
    if (free == known.pool.end()) --free;  // all are shown: this one is left to who shows it
    if (!*free || free->use_count() > 1) *free = std::make_shared<SurfaceVertices>();
    known.vertices = *free;
    const auto& vertices = model.drawnVertices();
    toFloats(vertices, known.vertices->positions);
    auto& positions = known.vertices->positions;
    for (const auto copied : known.mesh->copyOf)
      for (std::size_t c = 0; c < 3 && copied < vertices.size(); ++c) positions.push_back(positions[3 * copied + c]);
    const auto& normals = known.normals.of(model);
    if (3 * normals.size() == positions.size())
      toFloats(normals, known.vertices->normals);
    else
      known.vertices->normals.clear();
    transform(known.vertices->positions, known.shownAt, true);
    transform(known.vertices->normals, known.shownAt, false);
  }

  void addSceneFrame(const component::visual::OglSceneFrame& frame) {
    if (!frame.d_enable.value() || !frame.d_draw.value()) return;
    m_frame.sceneFrames.push_back({static_cast<SceneFrame::Style>(frame.d_style.value().index()),
                                   static_cast<SceneFrame::Corner>(frame.d_alignment.value().index()),
                                   frame.d_viewportSize.value()});
  }

  void addSplats(const component::visual::PointSplatModel& model, const NodeStyle& style) {
    const auto* state = model.state();
    if (!state || !model.d_enable.value() || !shows(style.flags, DisplayFlags::VisualModels)) return;
    Splats& s = m_frame.splats.emplace_back();
    s.owner = static_cast<std::uint32_t>(m_frame.owners.size());
    toFloats(state->positions(), s.positions);
    transform(s.positions, style.shownAt, true);
    s.brightness = model.d_pointData.value();
    s.radius = model.d_radius.value();
    s.color = model.d_color.value();
    s.color.a *= model.d_alpha.value();
    s.steps = model.d_textureSize.value();
    s.clipPlanes = style.clipPlanes;
  }

  void addSlicedVolume(const component::visual::SlicedVolumetricModel& model, const NodeStyle& style) {
    if (!model.mesh() || !model.d_enable.value() || !shows(style.flags, DisplayFlags::VisualModels)) return;
    SlicedVolume& v = m_frame.slicedVolumes.emplace_back();
    v.owner = static_cast<std::uint32_t>(m_frame.owners.size());
    std::vector<type::Vec3> points;
    model.points(points);
    toFloats(points, v.positions);
    transform(v.positions, style.shownAt, true);
    for (const auto& hexahedron : model.mesh()->hexahedra()) {
      auto& corners = v.hexahedra.emplace_back();
      std::copy(hexahedron.begin(), hexahedron.end(), corners.begin());
    }
    v.color = model.d_color.value();
    v.color.a *= model.d_alpha.value();
    v.slices = model.d_nbSlices.value();
    v.clipPlanes = style.clipPlanes;
  }

  void addSubView(const component::visual::OglViewport& viewport) {
    if (!viewport.isShown()) return;
    const auto& at = viewport.d_screenPosition.value();
    m_frame.subViews.push_back({at[0], at[1], viewport.camera(), viewport.d_zNear.value(), viewport.d_zFar.value(),
                                viewport.d_swapMainView.value(), viewport.d_advancedRendering.value()});
  }

  void setPostProcess(const component::visual::PostProcessManager& manager, const NodeStyle& style) {
    const auto* shader = manager.shader();
    if (m_frame.postProcess || !manager.isOn() || !shader || !shader->d_enable.value() || !shader->d_turnOn.value())
      return;
    PostProcess process{m_capture.m_shaders.describe(*shader), {}, {}, {}};
    if (!process.shader.source) return;
    if (style.shaderInputs >= 0) process.inputs = m_frame.shaderInputs[static_cast<std::size_t>(style.shaderInputs)];
    if (manager.d_zNear.isSet()) process.zNear = manager.d_zNear.value();
    if (manager.d_zFar.isSet()) process.zFar = manager.d_zFar.value();
    m_frame.postProcess = std::move(process);
  }

  FrameCapture& m_capture;
  Frame& m_frame;
  std::unordered_map<const simulation::Node*, NodeStyle> m_styles;
};

std::shared_ptr<const Frame> FrameCapture::take(simulation::Node& root, long step) {
  const helper::ProfileScope scope("FrameCapture");
  auto frame = unusedFrame();
  frame->number = nextNumber();
  frame->step = step;
  frame->time = root.time();
  frame->dt = root.dt();
  frame->gravity = root.gravity();
  frame->box = root.d_bbox.value();
  frame->drawnBox = {};
  m_shaders.begin(root, *frame);
  frame->postProcess.reset();
  frame->transparencyDepthScale.reset();
  const auto* transparency = root.down<component::visual::OrderIndependentTransparencyManager>();
  if (transparency && transparency->isValid() && transparency->d_enable.value())
    frame->transparencyDepthScale = transparency->d_depthScale.value();
  const auto* srgb = root.down<component::visual::OglRenderingSRGB>();
  frame->encodesSrgb = srgb && srgb->d_enable.value();
  frame->showsMechanics = MechanicsDrawing::isWanted(root);
  if (frame->showsMechanics) m_mechanics.begin(frame->box);
  Pass pass(*this, *frame);
  for (auto* node : root.order()) pass.visit(*node);
  frame->drawnBox.include(boxOfDrawn(*frame));
  // Many components have no box: a scene of those alone is framed by what they show.
  if (!root.d_bbox.isSet() && !hasExtent(frame->box)) frame->box = frame->drawnBox;
  takeCamera(root, *frame);
  takeBackground(root, *frame);
  frame->nothingDrawn = showsNothing(*frame);
  std::erase_if(m_known, [](const auto& entry) { return entry.second.component.expired(); });
  return frame;
}

void FrameCapture::takeCamera(simulation::Node& root, Frame& frame) {
  const auto* camera = root.down<BaseCamera>();
  frame.framesScene = !camera || camera->usesDefaultView();
  if (camera) {
    if (updateCounters(m_cameraCounters, {&camera->d_position, &camera->d_orientation, &camera->d_fieldOfView,
                                          &camera->d_projectionType}))
      ++m_cameraVersion;
    frame.camera = camera->camera();
  } else {
    frame.camera = {};
    if (!frame.box.empty()) frame.camera.setThreeQuarterView(roomOf(frame.box), frame.gravity);
  }
  frame.cameraVersion = m_cameraVersion;
}

void FrameCapture::takeBackground(simulation::Node& root, Frame& frame) {
  frame.background = {0, 0, 0, 1};
  frame.backgroundImage.clear();
  const auto* background = root.down<component::setting::BackgroundSetting>();
  if (background) {
    frame.background = background->d_color.value();
    frame.backgroundImage = findImage(*background, background->d_image.value());
  }
  m_look.apply(frame, background == nullptr);
}

void FrameCapture::setCamera(simulation::Node& root, const geometry::Camera& view) {
  auto* camera = root.down<BaseCamera>();
  if (!camera) return;
  camera->take(view);
  updateCounters(m_cameraCounters,
                 {&camera->d_position, &camera->d_orientation, &camera->d_fieldOfView, &camera->d_projectionType});
}

void FrameCapture::clear() {
  m_known.clear();
  m_undrawable.clear();
  m_shaders.clear();
  m_mechanics.clear();
  m_look.clear();
  m_frames.clear();
}

std::shared_ptr<Frame> FrameCapture::unusedFrame() {
  for (auto& frame : m_frames)
    if (frame.use_count() == 1) {
      std::atomic_thread_fence(std::memory_order_acquire);  // after the last look of the thread that let it go
      frame->lightSets.resize(1);
      frame->clipPlanes.clear();
      frame->surfaces.clear();
      frame->shaders.clear();
      frame->shaderInputs.clear();
      frame->drawList.clear();
      frame->sceneFrames.clear();
      frame->splats.clear();
      frame->slicedVolumes.clear();
      frame->subViews.clear();
      frame->owners.clear();
      return frame;
    }
  return m_frames.emplace_back(std::make_shared<Frame>());
}

}  // namespace sofa::gl
