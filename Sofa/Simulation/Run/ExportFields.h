// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Helper/Mesh/MeshWriter.h"
#include "Sofa/Simulation/Node.h"

/// What is known at the points and cells of a state, as exported files hold it (docs/export.md).
namespace sofa::simulation {

/// Displacement, velocity and force of each point; of bodies that turn also orientation, angular velocity and torque.
std::vector<helper::mesh::FieldView> motionFields(const core::BaseState& state);

/// Components whose Data become fields of a state, found by the names of these Data: force fields that compute von
/// Mises stresses, and collision models made of spheres.
class FieldSources {
 public:
  /// Searches the scene, and lets the force fields of the state compute their stresses.
  FieldSources(Node& root, const core::BaseState& state);
  /// Adds what they give now. Stresses per element become cell fields if the mesh has as many cells.
  void addTo(helper::mesh::MeshView& mesh) const;

 private:
  struct Source {
    std::weak_ptr<const core::Base> component;
    std::string suffix;  ///< tells the second and further sources of one kind apart
  };
  void find(Node& node, const core::BaseState& state);
  void addStresses(const core::Base& component, const std::string& suffix, helper::mesh::MeshView& mesh) const;

  std::vector<Source> m_stresses, m_spheres;
};

}  // namespace sofa::simulation
