// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/StateOfModel.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/NumberSet.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Geometry/ContinuousCollision.h"

namespace sofa::component::collision {

/// What models whose elements are those of a mesh have in common: a Vec3 state that moves them, and the mesh.
class MeshElementsModel : public core::CollisionModel {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  static std::string staticTemplateName() { return type::Vec3Types::name(); }
  /// Refused unless the nearest state, which must stand before the model, holds Vec3.
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);

  void init() override;
  /// Elements are read from the mesh at each detection.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  core::BaseState* state() const override { return m_state.get(); }
  std::size_t revision() const override { return l_topology ? l_topology->revision() : 0; }

  /// Positions of the points in space (m); nothing without a state.
  std::span<const type::Vec3> points(core::VecCoordId id = core::vec::position) const;
  const core::BaseMeshTopology* mesh() const { return l_topology.get(); }
  core::State<type::Vec3Types>* vec3State() const { return m_state.get(); }

 protected:
  /// Whether elements are those of a mesh, so that nothing works without one.
  virtual bool needsMesh() const { return true; }
  /// By contactDistance on each side.
  type::BoundingBox grown(const type::BoundingBox& box) const;
  /// Sets boxes[i] around the points of elements[i], for points at x.
  template <class Elements>
  void boxesOf(const Elements& elements, std::span<const type::Vec3> x, std::span<type::BoundingBox> boxes) const;

 private:
  core::Found<core::State<type::Vec3Types>> m_state;
};

/// The points, lines or triangles of a surface, which has two sides.
class MeshCollisionModel : public MeshElementsModel {
 public:
  core::Data<bool> d_bothSide{this, "bothSide", false, "if true, contacts are accepted from any side of the surface"};

  void elementBoxes(std::span<type::BoundingBox> boxes) const final { boxesAt(points(), boxes); }
  void includeMotion(const core::StepMotion& motion, std::span<type::BoundingBox> boxes) final;
  /// Where a point goes during this step, as of the last detection: nowhere unless that looked at motions.
  geometry::MovingPoint motionOf(type::Index point) const {
    const auto x = points();
    return {x[point], point < m_ends.size() ? m_ends[point] : x[point]};
  }

 protected:
  /// One box per element, larger by contactDistance on each side, for points at x.
  virtual void boxesAt(std::span<const type::Vec3> x, std::span<type::BoundingBox> boxes) const = 0;

 private:
  std::vector<type::Vec3> m_ends;  ///< of the motions; empty: points stay
  std::vector<type::BoundingBox> m_endBoxes;
};

/// Lines or triangles: elements copied from those of a mesh whose points are there.
class SurfaceCollisionModel : public MeshCollisionModel {
 public:
  type::BoundingBox boxOfAll() override;

 protected:
  /// Whether mesh or points are others than at the last call: elements are to be copied again then.
  bool elementsAreStale();
  /// To be called with the elements copied.
  template <class Elements>
  void notePointsOf(const Elements& elements);

 private:
  const core::BaseMeshTopology* m_copiedFrom = nullptr;
  std::size_t m_copiedRevision = 0, m_copiedSize = 0;
  std::vector<type::Index> m_usedPoints;  ///< of the elements, each once
};

template <class Elements>
void SurfaceCollisionModel::notePointsOf(const Elements& elements) {
  m_usedPoints.clear();
  for (const auto& element : elements) m_usedPoints.insert(m_usedPoints.end(), element.begin(), element.end());
  core::sortOnce(m_usedPoints, points().size());
}

template <class Elements>
void MeshElementsModel::boxesOf(const Elements& elements, std::span<const type::Vec3> x,
                                std::span<type::BoundingBox> boxes) const {
  const type::Vec3 skin = type::Vec3::Constant(d_contactDistance.value());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    type::BoundingBox box;  // stays in registers
    for (const type::Index p : elements[i]) box.include(x[p]);
    boxes[i] = {box.min - skin, box.max + skin};
  }
}

}  // namespace sofa::component::collision
