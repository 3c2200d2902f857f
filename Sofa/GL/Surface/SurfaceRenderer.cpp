// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Surface/SurfaceRenderer.h"

namespace sofa::gl {
namespace {

using Shape = SurfaceVariant::Shape;

/// Frames after which what is no longer there is forgotten: two views of different scenes may take turns.
constexpr unsigned patience = 200;
constexpr float largestShininess = 128;

GLenum factor(Surface::BlendFactor f) {
  switch (f) {
    case Surface::BlendFactor::zero:
      return GL_ZERO;
    case Surface::BlendFactor::one:
      return GL_ONE;
    case Surface::BlendFactor::sourceAlpha:
      return GL_SRC_ALPHA;
    case Surface::BlendFactor::oneMinusSourceAlpha:
      return GL_ONE_MINUS_SRC_ALPHA;
  }
  return GL_ONE;
}

GLenum equation(Surface::BlendEquation e) {
  switch (e) {
    case Surface::BlendEquation::add:
      return GL_FUNC_ADD;
    case Surface::BlendEquation::subtract:
      return GL_FUNC_SUBTRACT;
    case Surface::BlendEquation::min:
      return GL_MIN;
    case Surface::BlendEquation::max:
      return GL_MAX;
  }
  return GL_FUNC_ADD;
}

/// Which parts are drawn in the pass of transparent things.
bool isTransparent(const Surface& surface, const SurfaceMesh::Part& part, const GpuSurface& gpu) {
  return surface.alphaBlend || gpu.hasTranslucentColors() ||
         (part.material.diffuse.use && part.material.diffuse.color.a < 1);
}

/// Colours of the terms in use, the others black.
void setMaterial(Program& program, const type::Material& m, const type::Color& ambientLight) {
  const type::Color black{0, 0, 0, 1};
  const auto used = [&](const type::Material::Term& term) { return term.use ? term.color : black; };
  const type::Color ambient = used(m.ambient), emissive = used(m.emissive);
  program.set("ambient", ambient);
  program.set("diffuse", used(m.diffuse));
  program.set("specular", used(m.specular));
  program.set("shininess", m.useShininess ? std::clamp(m.shininess, 1.f, largestShininess) : 45.f);
  program.set("emission", type::Color{emissive.r + ambientLight.r * ambient.r, emissive.g + ambientLight.g * ambient.g,
                                      emissive.b + ambientLight.b * ambient.b, 1});
}

bool hasSpecular(const type::Material& m) {
  const auto& c = m.specular.color;
  return m.specular.use && (c.r > 0 || c.g > 0 || c.b > 0) && !(m.useShininess && m.shininess <= 0);
}

void setView(Program& program, const DrawContext& context, float size) {
  const Mat4f toWorld = context.view.inverse();
  const bool perspective = context.projection(3, 3) == 0;
  const type::Vec<4, float> viewer =
      perspective ? type::Vec<4, float>(toWorld.col(3)) : type::Vec<4, float>(toWorld.col(2));
  program.set("viewProjection", context.viewProjection());
  program.setVec4Array("toViewer", std::span<const float>(viewer.data(), 4));
  program.set("viewport", static_cast<float>(context.width), static_cast<float>(context.height));
  program.set("size", size * context.pixelRatio);
  program.set("shoulder", context.shoulder);
}

/// Lines have no sides.
bool hasSides(const Surface& surface) { return !surface.asPoints && !surface.wireframe; }

/// Depth, culling and blending of a surface; off again at the end.
class SurfaceState {
 public:
  SurfaceState(const Surface& surface, bool transparent) {
    if (!surface.depthTest) glDisable(GL_DEPTH_TEST);
    if (hasSides(surface) && (surface.cullFace == 1 || surface.cullFace == 2)) {
      glEnable(GL_CULL_FACE);
      glCullFace(surface.cullFace == 1 ? GL_BACK : GL_FRONT);
    }
    if (!transparent) return;
    glEnable(GL_BLEND);
    if (surface.alphaBlend || !surface.writeZTransparent) glDepthMask(GL_FALSE);
  }
  ~SurfaceState() {
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    glBlendEquation(GL_FUNC_ADD);
  }
  SurfaceState(const SurfaceState&) = delete;
  SurfaceState& operator=(const SurfaceState&) = delete;
};

}  // namespace

void SurfaceRenderer::upload(const Frame& frame, RenderStatistics& statistics) {
  m_textures.endFrame(patience);
  m_shaders.endFrame(patience);
  std::erase_if(m_surfaces, [](const auto& entry) { return ++entry.second->unusedFrames > patience; });
  for (const Surface& surface : frame.surfaces) {
    if (!surface.mesh || !surface.vertices) continue;
    auto& gpu = m_surfaces[surface.id];
    if (!gpu) gpu = std::make_unique<GpuSurface>();
    gpu->update(surface, statistics);
  }
}

std::span<const ClipPlane> SurfaceRenderer::clipPlanes(const Frame& frame, const Surface& surface,
                                                       const DrawContext& context) {
  m_planes.assign(context.clipPlanes.begin(), context.clipPlanes.end());
  for (std::size_t i = 0; i < frame.clipPlanes.size() && i < 32; ++i)
    if (surface.clipPlanes >> i & 1u) m_planes.push_back(frame.clipPlanes[i]);
  return m_planes;
}

void SurfaceRenderer::drawShadows(const Frame& frame, const DrawContext& context, RenderStatistics& statistics) {
  m_shadows.resize(std::max(m_shadows.size(), frame.lightSets.size()));
  for (std::size_t set = 0; set < frame.lightSets.size(); ++set) {
    const LightSet& lights = frame.lightSets[set];
    if (std::none_of(lights.lights.begin(), lights.lights.end(), [](const Light& l) { return l.shadows; })) {
      m_shadows[set].reset();
      continue;
    }
    if (!m_shadows[set]) m_shadows[set] = std::make_unique<ShadowMaps>();
    std::vector<ShadowMaps::Caster> casters;
    std::vector<std::vector<ClipPlane>> planes;
    planes.reserve(frame.surfaces.size());
    for (const Surface& surface : frame.surfaces) {
      const auto it = m_surfaces.find(surface.id);
      if (surface.lightSet != set || !surface.castsShadow || surface.asPoints || surface.wireframe ||
          it == m_surfaces.end())
        continue;
      const auto cut = clipPlanes(frame, surface, context);
      planes.emplace_back(cut.begin(), cut.end());
      casters.push_back({it->second.get(), planes.back()});
    }
    m_shadows[set]->update(lights, frame.box, std::max(context.width, context.height), casters, m_programs, statistics);
  }
}

void SurfaceRenderer::showShadowMaps(const Frame& frame, const DrawContext& context, RenderStatistics& statistics) {
  const int side = std::min(context.width, context.height) / 4;
  int shown = 0;
  for (std::size_t set = 0; set < std::min(frame.lightSets.size(), m_shadows.size()); ++set)
    if (frame.lightSets[set].showsShadowMaps && m_shadows[set] && m_shadows[set]->any())
      shown += m_shadows[set]->show(context.x + shown * side, context.y, side, statistics);
  if (shown > 0) glViewport(context.x, context.y, context.width, context.height);
}

void SurfaceRenderer::setLights(const Frame& frame, const DrawContext& context, bool shadows) {
  m_lights.resize(std::max<std::size_t>(1, frame.lightSets.size()));
  for (std::size_t i = 0; i < frame.lightSets.size(); ++i) {
    const ShadowMaps* maps = shadows && i < m_shadows.size() ? m_shadows[i].get() : nullptr;
    m_lights[i].set(frame.lightSets[i], context, maps && maps->any() ? maps : nullptr);
  }
}

void SurfaceRenderer::draw(Pass pass, const Frame& frame, const DrawContext& context, RenderStatistics& statistics) {
  for (const Surface* surface : inOrder(pass, frame, context)) {
    GpuSurface& gpu = *m_surfaces[surface->id];
    clipPlanes(frame, *surface, context);
    drawParts(pass, frame, *surface, gpu, context, statistics);
    if (surface->showNormals && pass == Pass::opaque) drawNormals(*surface, gpu, context, statistics);
  }
}

std::span<const Surface* const> SurfaceRenderer::inOrder(Pass pass, const Frame& frame, const DrawContext& context) {
  m_order.clear();
  for (const Surface& surface : frame.surfaces)
    if (surface.mesh && surface.vertices && m_surfaces.contains(surface.id) && surface.lightSet < m_lights.size())
      m_order.push_back(&surface);
  if (pass == Pass::opaque) return m_order;
  std::erase_if(m_order, [&](const Surface* s) {
    const auto& parts = s->mesh->parts;
    return std::none_of(parts.begin(), parts.end(),
                        [&](const auto& part) { return isTransparent(*s, part, *m_surfaces[s->id]); });
  });
  // The view's z points to the viewer.
  const auto height = [&](const Surface* s) {
    return context.view.row(2).dot(m_surfaces[s->id]->center().cast<float>().homogeneous());
  };
  std::stable_sort(m_order.begin(), m_order.end(), [&](auto* a, auto* b) { return height(a) < height(b); });
  return m_order;
}

void SurfaceRenderer::drawParts(Pass pass, const Frame& frame, const Surface& surface, GpuSurface& gpu,
                                const DrawContext& context, RenderStatistics& statistics) {
  const bool transparentPass = pass != Pass::opaque, weighted = pass == Pass::weighted;
  const Shape faceShape = surface.asPoints ? Shape::points : Shape::triangles;
  const bool drawnInOrder = m_shaders.has(frame, surface, faceShape);
  if (transparentPass && context.transparencyDepthScale && weighted == drawnInOrder) return;
  const std::size_t parts = std::min(gpu.partCount(), surface.mesh->parts.size());
  for (std::size_t p = 0; p < parts; ++p) {
    if (isTransparent(surface, surface.mesh->parts[p], gpu) != transparentPass) continue;
    const SurfaceState state(surface, transparentPass);
    const auto draw = [&](Shape shape, bool outlines) {
      drawPart({.shape = shape, .weighted = weighted}, outlines, frame, surface, p, gpu, context, statistics);
    };
    const auto faces = [&] {
      if (surface.asPoints || gpu.hasTriangles(p)) draw(faceShape, surface.wireframe && !surface.asPoints);
    };
    const auto edges = [&] {
      if (!surface.asPoints && gpu.hasEdges(p)) draw(Shape::edges, false);
    };
    if (weighted) {
      // Sums of colours and of weights, products of what is let through.
      glDepthMask(GL_FALSE);
      glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
      faces();
      edges();
    } else if (transparentPass) {
      blendSides(surface, faces);
      if (gpu.hasEdges(p)) blend(surface, edges);
    } else {
      faces();
      edges();
    }
    if (surface.asPoints) break;  // all vertices at once
  }
}

/// What is seen from behind first: it is farther away, unless the body is hollowed out.
template <class Draw>
void SurfaceRenderer::blendSides(const Surface& surface, Draw draw) {
  if (!hasSides(surface) || surface.cullFace == 1 || surface.cullFace == 2) return blend(surface, draw);
  glEnable(GL_CULL_FACE);
  for (const GLenum leftOut : {GL_FRONT, GL_BACK}) {
    glCullFace(leftOut);
    blend(surface, draw);
  }
  glDisable(GL_CULL_FACE);
}

/// In two draws where transparency shall let light through: the first one darkens what is behind, the second adds.
template <class Draw>
void SurfaceRenderer::blend(const Surface& surface, Draw draw) {
  const GLenum source = surface.premultipliedAlpha ? GL_ONE : GL_SRC_ALPHA;
  if (surface.alphaBlend) {
    glBlendEquation(equation(surface.blendEquation));
    glBlendFunc(factor(surface.sourceFactor), factor(surface.destinationFactor));
    draw();
  } else if (!surface.blendTranslucency) {
    glBlendFunc(source, GL_ONE_MINUS_SRC_ALPHA);
    draw();
  } else {
    // First what is behind gets darker, then light is added: the order of faces does not matter.
    glBlendFunc(GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
    draw();
    glBlendFunc(source, GL_ONE);
    draw();
  }
}

/// Faces are shape triangles or points; with `outlines` their sides are drawn.
void SurfaceRenderer::drawPart(SurfaceVariant variant, bool outlines, const Frame& frame, const Surface& surface,
                               std::size_t part, GpuSurface& gpu, const DrawContext& context,
                               RenderStatistics& statistics) {
  const SurfaceMesh::Part& p = surface.mesh->parts[part];
  const LightUniforms& lights = m_lights[surface.lightSet];
  const std::string& file = surface.texture.empty() ? p.texture : surface.texture;
  const Texture* texture = !file.empty() && gpu.hasTexcoords() && !surface.asPoints
                               ? m_textures.find(file, surface.srgbTexture, surface.mesh->owner)
                               : nullptr;
  if (m_shaders.has(frame, surface, variant.shape))
    return m_shaders.draw({frame, surface, part, variant.shape, texture, context, lights, m_planes}, gpu, statistics);
  if (outlines) variant.shape = Shape::edges;
  variant.colors = gpu.hasColors();
  variant.round = variant.shape == Shape::points && surface.roundPoints;
  if (variant.shape != Shape::points) {
    variant.lights = lights.count();
    variant.shadows = lights.hasShadows();
    variant.specular = hasSpecular(p.material);
    variant.textured = texture != nullptr;
    variant.flat = !gpu.hasNormals() || (surface.mesh->flat && variant.shape == Shape::triangles);
  }
  Program& program = m_programs.lit(variant);
  program.use();
  setView(program, context, variant.shape == Shape::points ? surface.pointSize : surface.lineWidth);
  setMaterial(program, p.material, lights.ambient());
  lights.apply(program, variant.shadows);
  if (variant.weighted) {
    const type::Vec<4, float> depth = -*context.transparencyDepthScale * context.view.row(2).transpose();
    program.setVec4Array("depthPlane", std::span<const float>(depth.data(), 4));
  }
  if (texture) {
    program.set("colorTexture", 0);
    texture->bind(0);
  }
  const ClipScope clip(program, m_planes);
  drawCommands(variant.shape, outlines, part, gpu, statistics);
}

void SurfaceRenderer::drawCommands(Shape shape, bool outlines, std::size_t part, GpuSurface& gpu,
                                   RenderStatistics& statistics) {
  switch (shape) {
    case Shape::triangles:
      return gpu.drawTriangles(part, statistics);
    case Shape::edges:
      return outlines ? gpu.drawOutlines(part, statistics) : gpu.drawEdges(part, statistics);
    case Shape::points:
      return gpu.drawVertices(statistics);
  }
}

void SurfaceRenderer::drawNormals(const Surface& surface, GpuSurface& gpu, const DrawContext& context,
                                  RenderStatistics& statistics) {
  if (!gpu.hasNormals()) return;
  Program& program = m_programs.normals();
  program.use();
  setView(program, context, 1);
  const ClipScope clip(program, m_planes);
  gpu.drawVertices(statistics);
}

void SurfaceRenderer::drawIds(const Frame& frame, const DrawContext& context, RenderStatistics& statistics) {
  for (const Surface& surface : frame.surfaces) {
    const auto it = m_surfaces.find(surface.id);
    if (it == m_surfaces.end() || (context.only != 0 && surface.owner != context.only)) continue;
    GpuSurface& gpu = *it->second;
    const auto drawShape = [&](Shape shape, bool outlines, float size) {
      Program& program = m_programs.ids(shape);
      program.use();
      setView(program, context, size);
      program.set("owner", surface.owner);
      const ClipScope clip(program, clipPlanes(frame, surface, context));
      for (std::size_t p = 0; p < gpu.partCount(); ++p) {
        drawCommands(shape, outlines, p, gpu, statistics);
        if (shape == Shape::points) break;
      }
    };
    const SurfaceState state(surface, false);
    if (surface.asPoints) {
      drawShape(Shape::points, false, surface.pointSize);
      continue;
    }
    drawShape(surface.wireframe ? Shape::edges : Shape::triangles, surface.wireframe, surface.lineWidth);
    drawShape(Shape::edges, false, surface.lineWidth);
  }
}

}  // namespace sofa::gl
