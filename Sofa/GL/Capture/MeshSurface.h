// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/GL/Capture/Frame.h"

namespace sofa::gl {

/// The outer surface of a mesh, as a renderer takes it: faces of volumes that only one of them has, else the triangles
/// and quads. Sharp edges are kept sharp. Lives with the scene's thread; buffers that no frame shows any more are used
/// again.
class MeshSurface {
 public:
  /// Numbers the faces anew if the topology, the number of points or the choice changed. With `perElement` each
  /// triangle has corners of its own; the mesh may then have a list of elements of another length than `count`, whose
  /// faces are left out.
  void update(const core::BaseState& state, const core::BaseMeshTopology* topology, bool perElement = false,
              std::size_t count = 0);
  void clear();
  bool empty() const { return !m_mesh || m_mesh->triangles.empty(); }
  /// Of each vertex, the point of the state, or the element with `perElement`: where its value is to be looked up.
  const std::vector<type::Index>& valueOf() const { return m_valueOf; }
  const std::shared_ptr<const SurfaceMesh>& mesh() const { return m_mesh; }
  /// Positions and normals as the state is now, in a buffer that may still get colours.
  std::shared_ptr<SurfaceVertices> takeVertices(const core::BaseState& state);
  /// The surface in the frame; its owner and lights are to be chosen.
  Surface surface(std::shared_ptr<const SurfaceVertices> vertices) const;
  /// Pairs of points of the state: the sides of the faces, each once.
  const std::vector<type::Edge>& sides() const { return m_sides; }

 private:
  /// A triangle of the surface, and the element it belongs to.
  struct Face {
    std::array<type::Index, 3> points;
    type::Index element;
    int diagonal;  ///< corner at which the side that is no side of an element begins; -1: none
  };
  void collectFaces(const core::BaseMeshTopology& topology, std::size_t points, bool perElement, std::size_t count);
  void numberVertices(std::size_t points, bool perElement);
  void splitVertices(const core::BaseState& state);
  void collectSides();

  std::weak_ptr<const core::Base> m_meshOf;
  std::size_t m_revision = 0, m_points = 0, m_count = 0;
  bool m_perElement = false;
  std::vector<Face> m_faces;
  std::vector<type::Index> m_pointOf, m_valueOf, m_normalOf;  ///< of each vertex
  std::vector<type::Triangle> m_triangles;                    ///< of its vertices
  std::vector<type::Edge> m_sides;
  std::vector<type::Vec3> m_positions, m_normals;
  std::shared_ptr<const SurfaceMesh> m_mesh;
  std::array<std::shared_ptr<SurfaceVertices>, 3> m_vertices;
  std::uint64_t m_id = 0;
};

/// One that no frame shows any more, else a new one in place of one of them; it is the first then.
std::shared_ptr<SurfaceVertices> unusedVertices(std::span<std::shared_ptr<SurfaceVertices>> pool);

/// Angle from which on an edge between faces is shown sharp (degrees).
inline constexpr double sharpAngle = 40;

}  // namespace sofa::gl
