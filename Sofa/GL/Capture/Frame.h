// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/GL/Capture/SceneShader.h"
#include "Sofa/Geometry/Camera.h"

/// A picture's worth of a scene, taken between two steps and complete in itself: what draws it never touches the scene.
namespace sofa::gl {

/// Faces of a surface: shared by all frames until the topology changes. Quads are two triangles each.
struct SurfaceMesh {
  struct Part {
    type::Material material;
    std::string texture;  ///< image file; empty: none
    std::uint32_t firstTriangle = 0, triangles = 0;
    std::uint32_t firstEdge = 0, edges = 0;
    std::uint32_t quads = 0;  ///< the last 2 * quads of its triangles are the halves (a b c) and (a c d) of quads
  };
  std::vector<std::uint32_t> triangles;         ///< 3 vertices each
  std::vector<std::uint32_t> edges;             ///< 2 vertices each
  std::vector<std::array<float, 2>> texcoords;  ///< one per vertex, or none
  std::vector<Part> parts;                      ///< cover all triangles and edges
  bool flat = false;                            ///< faces are lit by themselves, not by normals of vertices
  std::string owner;                            ///< path of the component, for messages
  /// The last vertices are copies of these, with normals of their own: faces meet there at an edge that is to be seen.
  std::vector<std::uint32_t> copyOf;
};

/// Where the vertices are: shared by all frames until they move.
struct SurfaceVertices {
  std::vector<float> positions;      ///< 3 per vertex
  std::vector<float> normals;        ///< 3 per vertex, length 1; or none
  std::vector<std::uint8_t> colors;  ///< r g b a per vertex, in place of the diffuse colour; or none
};

/// A visual model and how it is blended (docs/manual/visual.md, "Transparency").
struct Surface {
  std::uint64_t id = 0;                             ///< the same in every frame, never used again for another
  std::uint32_t owner = 0;                          ///< number in the frame's draw list
  std::shared_ptr<const SurfaceMesh> mesh;          ///< a change is a new object
  std::shared_ptr<const SurfaceVertices> vertices;  ///< a change is a new object
  std::uint32_t lightSet = 0;                       ///< index into Frame::lightSets
  std::uint32_t clipPlanes = 0;                     ///< bit i: Frame::clipPlanes[i] cuts it

  int shader = -1;        ///< index into Frame::shaders; -1: the material
  int shaderInputs = -1;  ///< index into Frame::shaderInputs; -1: none
  std::string texture;    ///< image file in place of those of the mesh; empty: those

  bool wireframe = false, showNormals = false, castsShadow = true;
  bool asPoints = false;  ///< unlit points of the diffuse colour
  bool blendTranslucency = true, premultipliedAlpha = false, writeZTransparent = false, alphaBlend = false;
  bool depthTest = true, srgbTexture = false;
  int cullFace = 0;  ///< 0 none, 1 back, 2 front
  float lineWidth = 1, pointSize = 1;
  bool roundPoints = false;
  enum class BlendEquation : std::uint8_t { add, subtract, min, max } blendEquation = BlendEquation::add;
  enum class BlendFactor : std::uint8_t { zero, one, sourceAlpha, oneMinusSourceAlpha };
  BlendFactor sourceFactor = BlendFactor::sourceAlpha, destinationFactor = BlendFactor::oneMinusSourceAlpha;
};

/// Directions point from the light into the scene, except `toLight`.
struct Light {
  enum class Kind : std::uint8_t { directional, positional, spot } kind = Kind::positional;
  type::Color color;
  type::Vec3 position = type::Vec3::Zero();
  type::Vec3 toLight = type::Vec3::UnitZ();     ///< directional: where the light comes from
  type::Vec3 direction = -type::Vec3::UnitZ();  ///< spot: axis of the cone; directional: axis of the shadow map
  double attenuation = 0;                       ///< intensity 1 / (1 + attenuation * distance)
  double cutoff = 180;                          ///< spot: half angle (degrees)
  double exponent = 1;                          ///< spot: intensity * cos^exponent
  bool shadows = false, softShadows = false;
  unsigned shadowTextureSize = 0;  ///< 0: chosen by the renderer
  double zNear = 0, zFar = 0;      ///< of the shadow map; 0: from the box of the scene
  float shadowFactor = 1, lightBleeding = 0.05f, minVariance = 0.001f;
};

struct LightSet {
  type::Color ambient{0, 0, 0, 1};
  std::vector<Light> lights;  ///< at most 8
  bool headLight = false;     ///< one light that moves with the camera: there is no LightManager
  bool showsShadowMaps = false;
};

/// Points x with normal . x > offset are cut off.
struct ClipPlane {
  type::Vec3 normal = type::Vec3::UnitX();
  double offset = 0;
};

/// The little frame in a corner that turns with the camera (OglSceneFrame).
struct SceneFrame {
  enum class Style : std::uint8_t { arrows, cylinders, cubeCones } style = Style::cylinders;
  enum class Corner : std::uint8_t { bottomLeft, bottomRight, topRight, topLeft } corner = Corner::bottomRight;
  int size = 150;  ///< pixels
};

/// Soft round spots that face the viewer (PointSplatModel).
struct Splats {
  std::uint32_t owner = 0;               ///< number in the frame's draw list
  std::vector<float> positions;          ///< 3 per spot
  std::vector<std::uint8_t> brightness;  ///< of the colour; 255 for spots beyond the end
  float radius = 1;
  type::Color color;             ///< alpha: opacity in the middle
  int steps = 32;                ///< of the opacity across a spot
  std::uint32_t clipPlanes = 0;  ///< bit i: Frame::clipPlanes[i] cuts them
};

/// Hexahedra shown as slices that face the viewer (SlicedVolumetricModel).
struct SlicedVolume {
  std::uint32_t owner = 0;       ///< number in the frame's draw list
  std::vector<float> positions;  ///< 3 per point
  std::vector<std::array<std::uint32_t, 8>> hexahedra;
  type::Color color;  ///< of a slice, with its opacity
  int slices = 1;
  std::uint32_t clipPlanes = 0;  ///< bit i: Frame::clipPlanes[i] cuts them
};

/// A second view inside of the first (OglViewport).
struct SubView {
  int x = 0, y = 0;            ///< of the lower left corner, from the left and lower border; negative: from the others
  geometry::Camera camera;     ///< width and height are the view's (pixels)
  double zNear = 0, zFar = 0;  ///< 0: from the box of the scene
  bool swaps = false;          ///< it and the main view change places
  bool advanced = false;       ///< shadows and weighted transparency as in the main view
};

/// A program through which the picture of the scene goes (PostProcessManager).
struct PostProcess {
  SceneShader shader;
  ShaderInputs inputs;
  std::optional<double> zNear, zFar;  ///< nothing: chosen by the camera
};

/// How a scene looks where it does not say so itself. What is left as it is here changes nothing.
struct Look {
  struct Gradient {
    type::Color top, bottom;
  };
  /// Ground with a grid and the soft shadows of what is above it, drawn as a part of the background: it hides nothing.
  struct Floor {
    type::Vec3 up = type::Vec3::UnitY();     ///< length 1
    type::Vec3 centre = type::Vec3::Zero();  ///< below the middle of the scene
    double radius = 1;                       ///< of the scene, seen from above
  };
  std::optional<Gradient> gradient;  ///< in place of Frame::background, which is their mean then
  std::optional<Floor> floor;
  /// Brightness from which on colours of lit surfaces come nearer to 1 instead of being cut off there; 1: they are cut.
  float shoulder = 1;
  /// The head light stands aside, by the distance looked from, and faces that look upwards get a little more light.
  bool studioLight = false;
};

struct Frame {
  std::uint64_t number = 0;  ///< no other frame of the program has it, but 0: made by hand
  long step = 0;
  double time = 0, dt = 0;
  type::Vec3 gravity = type::Vec3::Zero();
  type::BoundingBox box;       ///< of the whole scene: what views are framed by
  type::BoundingBox drawnBox;  ///< of all that is shown, which may reach beyond; empty: made by hand

  std::vector<LightSet> lightSets{LightSet{{0, 0, 0, 1}, {}, true}};  ///< the first lights what no LightManager does
  std::vector<ClipPlane> clipPlanes;                                  ///< of the scene, at most 6
  std::vector<Surface> surfaces;                                      ///< in drawing order
  std::vector<SceneShader> shaders;
  std::vector<ShaderInputs> shaderInputs;
  core::DrawList drawList;
  std::vector<SceneFrame> sceneFrames;
  std::vector<Splats> splats;
  std::vector<SlicedVolume> slicedVolumes;
  std::vector<SubView> subViews;
  std::optional<PostProcess> postProcess;
  /// Transparent surfaces are blended by weights that fall with this times the distance; nothing: one after the other.
  std::optional<float> transparencyDepthScale;
  bool encodesSrgb = false;  ///< colours are amounts of light, which the picture holds by the curve of sRGB

  type::Color background{0, 0, 0, 1};
  std::string backgroundImage;  ///< file; empty: none
  Look look;

  /// States, meshes and collision models are shown, since there is no visual model and no display flag says otherwise.
  bool showsMechanics = false;
  bool nothingDrawn = false;  ///< nothing of the scene can be seen, whatever the camera does

  geometry::Camera camera;  ///< the scene's
  std::uint64_t cameraVersion =
      0;                     ///< changes when the scene moved its camera: viewers that let the user move it follow then
  bool framesScene = false;  ///< the scene leaves the choice of view to the viewer

  /// Component of DrawList::Vertex::owner and Surface::owner o: owners[o - 1].
  std::vector<std::weak_ptr<const core::Component>> owners;
};

}  // namespace sofa::gl
