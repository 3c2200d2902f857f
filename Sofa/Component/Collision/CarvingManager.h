// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::collision {

/// Removes the elements of a body that a tool touches, at the end of each step (docs/manual/collision.md, "Carving").
class CarvingManager final : public core::Component {
 public:
  core::Data<std::string> d_surfaceModelPath{
      this, "surfaceModelPath", "", "collision model that is carved; default: all that have the tag CarvingSurface"};
  core::Data<double> d_carvingDistance{this, "carvingDistance", 0.0,
                                       "contacts less than this apart carve (m), counted from the contact distance"};
  core::Data<bool> d_active{this, "active", false, "whether the tool carves"};
  core::Data<std::string> d_key{this, "key", "1", "key that makes the tool carve while it is held"};
  core::Data<std::string> d_keySwitch{this, "keySwitch", "4", "key that makes the tool carve, or no longer"};
  core::Link<core::CollisionModel> l_toolModel{this, "toolModel",
                                               "model of the tool; default: the one that has the tag CarvingTool"};
  core::Link<core::NarrowPhase> l_narrowPhaseDetection{
      this, "narrowPhaseDetection", "what finds the contacts; default: the one visible from this node"};

  void init() override;
  void handleEvent(core::Event& event) override;
  /// What it does next does not depend on a mesh.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  /// Whether it carves is carried from step to step.
  void archive(core::Archive& archive) override;

 private:
  /// Elements of one kind of a mesh.
  struct Elements {
    const core::BaseMeshTopology* mesh = nullptr;
    core::ElementKind kind = core::ElementKind::point;
    std::vector<type::Index> indices;
  };
  void findSurfaces();
  bool carves(const core::CollisionModel& model) const;
  void noteRevisions();
  void carve();
  /// What stands behind an element of a surface; of no mesh if nothing does.
  Elements originOf(const core::CollisionModel& surface, type::Index element) const;
  const core::MeshMapping* makerOf(const core::BaseMeshTopology& mesh) const;
  void remove(const Elements& elements);

  std::vector<std::pair<const core::CollisionModel*, std::size_t>> m_surfaces;  ///< and their revisions when detected
};

}  // namespace sofa::component::collision
