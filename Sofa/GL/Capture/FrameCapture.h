// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <unordered_map>

#include "Sofa/GL/Capture/DefaultLook.h"
#include "Sofa/GL/Capture/MechanicsDrawing.h"
#include "Sofa/GL/Capture/ShaderCapture.h"
#include "Sofa/GL/Capture/ShadingNormals.h"

namespace sofa::gl {

/// Takes frames of a scene. Lives with the thread that owns the scene; what it returns may be read by any other.
///
/// Unmoved vertices and unchanged meshes are shared with the frames before; memory of frames that nobody holds any more
/// is used again, so that a steady scene is captured without allocation.
class FrameCapture {
 public:
  /// The scene as it is now. updateVisual() must have been called since the last change. Never changes the scene but
  /// for read-only outputs.
  std::shared_ptr<const Frame> take(simulation::Node& root, long step);
  /// Moves the scene's camera, if it has one, to where a viewer looks from. Not a new cameraVersion.
  void setCamera(simulation::Node& root, const geometry::Camera& view);
  /// Forgets what it knew of the former scene.
  void clear();

 private:
  struct Known {
    std::uint64_t id = 0;
    std::weak_ptr<const core::Component> component;  // an address alone may be used again
    std::vector<int> meshCounters = {}, vertexCounters = {};
    std::shared_ptr<const SurfaceMesh> mesh = {};
    ShadingNormals normals = {};
    std::optional<type::RigidCoord<3>> shownAt = {};  // by a VisualTransform
    std::shared_ptr<SurfaceVertices> vertices = {};
    /// Among them `vertices`. A viewer may hold a frame, its renderer those of the one before, and one is on its way.
    std::array<std::shared_ptr<SurfaceVertices>, 4> pool = {};
  };
  class Pass;

  std::shared_ptr<Frame> unusedFrame();
  void takeCamera(simulation::Node& root, Frame& frame);
  void takeBackground(simulation::Node& root, Frame& frame);

  std::unordered_map<const core::Component*, Known> m_known;
  std::set<std::weak_ptr<core::Component>, std::owner_less<>> m_undrawable;  // failed in draw()
  ShaderCapture m_shaders;
  MechanicsDrawing m_mechanics;
  DefaultLook m_look;
  std::vector<std::shared_ptr<Frame>> m_frames;
  std::uint64_t m_nextId = 1, m_cameraVersion = 0;
  std::vector<int> m_cameraCounters;
};

}  // namespace sofa::gl
