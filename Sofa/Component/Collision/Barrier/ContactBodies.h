// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Component/Collision/MeshCollisionModel.h"
#include "Sofa/Geometry/Contact/ContactSurface.h"

namespace sofa::component::collision {

/// The surfaces of all triangle, line and point models of a node and below, as one ContactSurface: the models of one
/// state are one body. Points are numbered through the states. Bodies may touch if two of their models may, and a body
/// itself if a model of it has selfCollision.
class ContactBodies {
 public:
  using PointState = core::State<type::Vec3Types>;

  explicit ContactBodies(const core::Component& owner) : m_owner(owner) {}

  /// Looks for models, and reads their elements if these are others than before; true if so. A lone edge is as wide as
  /// `thickness` (m).
  bool update(double thickness);
  /// The states that move the models, each once, in the order of the scene.
  const std::vector<PointState*>& states();
  std::vector<const core::CollisionModel*> models();
  /// The first state whose own elements may touch and are closer than `distance` at rest, and how close (m).
  struct CloseAtRest {
    const PointState* state;
    double distance;
  };
  std::optional<CloseAtRest> closeAtRest(double distance) const;
  const geometry::ContactSurface& surface() const { return m_surface; }
  /// Models that are there, but are neither triangles nor lines nor points.
  std::vector<const core::CollisionModel*> otherModels() const;

  std::size_t pointCount() const { return m_offsets.empty() ? 0 : m_offsets.back(); }
  /// Positions of all points (m).
  void positions(core::VecCoordId id, std::vector<type::Vec3>& x) const;
  /// Vectors of all points; zero where a state has none.
  void vectors(core::VecDerivId id, std::vector<type::Vec3>& d) const;

  struct Place {
    std::size_t state;
    type::Index point;
  };
  /// The state of a point, and its number there.
  Place place(type::Index point) const {
    return {m_surface.bodyOf(point), point - static_cast<type::Index>(m_offsets[m_surface.bodyOf(point)])};
  }
  /// Whether forces act on a state: not if all of its models are obstacles (`simulated` is false).
  bool isMoved(std::size_t state) const { return m_moved[state]; }
  /// A point as a user knows it: the path of the state.
  std::string pathOf(type::Index point) const { return m_states[place(point).state]->path(); }

 private:
  struct Model {
    MeshCollisionModel* model;
    std::size_t state;
  };
  void findModels();
  /// Everything by which elements are known to be the same.
  void findOrigin(double thickness, std::vector<long>& origin) const;
  std::vector<type::Vec3> restPositions() const;
  bool mayTouch(std::size_t a, std::size_t b) const;
  geometry::ContactSurface::Body elementsOf(std::size_t state) const;

  const core::Component& m_owner;
  std::size_t m_graphVersion = ~std::size_t{0};
  std::vector<Model> m_models;
  std::vector<std::vector<MeshCollisionModel*>> m_modelsOf;  ///< of each state
  std::vector<PointState*> m_states;
  std::vector<std::size_t> m_offsets;  ///< first point of each state, and the number of all
  std::vector<char> m_moved;
  std::vector<long> m_origin, m_nextOrigin;
  geometry::ContactSurface m_surface;
};

}  // namespace sofa::component::collision
