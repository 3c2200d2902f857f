// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "Sofa/GL/Capture/MeshSurface.h"
#include "Sofa/Simulation/Node.h"

namespace sofa::gl {

/// Shows the mechanics of scenes that have nothing else to show: states as spheres (many as points, rigid ones as
/// frames), meshes as lit surfaces with their edges, meshes of lines as lines; springs, constraints and collision
/// models draw themselves by the flags that flagsFor() adds. Lives with the scene's thread.
class MechanicsDrawing {
 public:
  /// Whether the scene leaves it to the program what is shown: it has no visual model, and no VisualStyle says anything
  /// of what is not visual.
  static bool isWanted(simulation::Node& root);
  /// To be called before the others for each frame; `box` is the scene's.
  void begin(const type::BoundingBox& box);
  /// What a component may draw of itself, given the flags of its node. Force fields and collision models in a mesh that
  /// is drawn as a surface would cover it.
  type::DisplayFlags flagsFor(const core::Component& component, type::DisplayFlags flags) const;
  /// Adds the points of a state and its mesh; Frame::drawList must have been begun for it.
  void add(const core::BaseState& state, const Surface& like, Frame& frame);
  void clear() { m_surfaces.clear(); }

 private:
  void addPoints(const core::BaseState& state, Frame& frame) const;
  void addLines(const core::BaseState& state, std::span<const type::Edge> lines, const type::Color& color,
                Frame& frame) const;

  struct Known {
    std::weak_ptr<const core::Base> state;  // an address alone may be used again
    MeshSurface surface = {};
  };
  std::unordered_map<const core::BaseState*, Known> m_surfaces;
  double m_size = 1;  ///< of the scene
};

}  // namespace sofa::gl
