// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <stdexcept>

#include "Sofa/GL/Capture/Frame.h"
#include "Sofa/GL/Device/Image.h"

namespace sofa::gl {

/// OpenGL cannot do what is asked: too old a version, a shader that does not compile, no memory.
class GlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How a frame is looked at: what the user of a viewer decides, beside what the scene says.
struct View {
  geometry::Camera camera;  ///< width and height are the picture's, in device pixels
  double pixelRatio = 1;    ///< device pixels per pixel: widths of lines, texts and labels grow by it
  int samples = 4;
  std::optional<type::Color> background;  ///< in place of the scene's colour and image
  std::vector<ClipPlane> clipPlanes;      ///< cut everything, beside those of the scene
  std::uint32_t highlighted = 0;          ///< owner number with an outline in the colour of selections; 0: none
  type::BoundingBox selectionBox;         ///< drawn in the colour of selections, unless empty
  bool axes = false, grid = false, boundingBox = false;
  bool scale = false;       ///< a bar with its length, which holds where the camera looks at
  bool sceneFrame = false;  ///< the little frame in the corner, also if the scene has none
  bool shadows = true;      ///< false: no shadow maps, whatever the scene's lights say
  bool floor = true;        ///< false: none, even if the frame has one
  bool emptyNote = true;    ///< where nothing of the scene is drawn, a line says so
  /// Corners are darkened; nothing: where a graphics card draws a scene that leaves its look to the program.
  std::optional<bool> ambientOcclusion;
  core::DrawList const* extra = nullptr;  ///< what the viewer adds: springs of the mouse, colour maps
  core::DrawList const* onTop = nullptr;  ///< the same, hidden by nothing: measures
  type::Vec3 headLight{-0.7, 0.3, 0};     ///< place of the light of scenes without lights, in the camera's axes
};

/// What a click meets.
struct Pick {
  std::uint32_t owner = 0;  ///< number in the frame's draw list
  type::Vec3 position = type::Vec3::Zero();
};

/// Of the last draw().
struct RenderStatistics {
  std::size_t drawCalls = 0;
  std::size_t triangles = 0;
  std::size_t uploadedBytes = 0;   ///< sent to the graphics card for this frame
  std::size_t createdBuffers = 0;  ///< buffers made or enlarged; 0 in a steady scene
  int samples = 0;                 ///< per pixel; 0: one, in its middle
};

/// Draws frames with OpenGL 3.3 core (docs/manual/visual.md, "Order of a frame"). Lives with the context that is
/// current when it is made, and is used and destroyed with that one current.
class Renderer {
 public:
  /// Throws GlError if the context is older than 3.3.
  Renderer();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into the framebuffer object that is bound now, whose size is the camera's, on multisampled buffers of its
  /// own.
  void draw(const Frame& frame, const View& view);
  /// The same into a picture, whatever its size.
  Image drawImage(const Frame& frame, const View& view);
  /// What is seen at a pixel (from the top left), if anything.
  std::optional<Pick> pick(const Frame& frame, const View& view, int x, int y);
  const RenderStatistics& statistics() const;
  /// Versions and names of the implementation, for the about box and error reports.
  static std::string description();
  /// Whether the processor draws, for want of a graphics card or its driver.
  static bool isSoftware();

 private:
  class Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace sofa::gl
