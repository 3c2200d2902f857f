// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::compatibility {

/// Members of mesh modifiers that code written for SOFA calls. States and Data that follow the mesh go along with each
/// change.
template <class Self>
class ModifierMembers {
  using Indices = std::vector<type::Index>;

 public:
  void addEdges(const std::vector<type::Edge>& edges) { self().add(edges); }
  void addTriangles(const std::vector<type::Triangle>& triangles) { self().add(triangles); }
  void addQuads(const std::vector<type::Quad>& quads) { self().add(quads); }
  void addTetrahedra(const std::vector<type::Tetrahedron>& tetrahedra) { self().add(tetrahedra); }
  void addHexahedra(const std::vector<type::Hexahedron>& hexahedra) { self().add(hexahedra); }

  /// Removes elements with the sides and, unless removeIsolated="0", the points that belong to no other. SOFA's further
  /// arguments ask for that.
  void removeEdges(const Indices& edges, bool points = true) { remove(edges, points); }
  void removeTriangles(const Indices& triangles, bool edges = true, bool points = true) {
    remove(triangles, edges && points);
  }
  void removeQuads(const Indices& quads, bool edges = true, bool points = true) { remove(quads, edges && points); }
  void removeTetrahedra(const Indices& tetrahedra, bool isolated = true) { remove(tetrahedra, isolated); }
  void removeHexahedra(const Indices& hexahedra, bool isolated = true) { remove(hexahedra, isolated); }
  void removePoints(const Indices& points) { self().removeOfKind({}, points); }

 private:
  void remove(const Indices& elements, bool isolated) {
    if (!isolated)
      self().error(
          "Sides that belong to no element always go with the last one: set removeIsolated=\"0\" to keep points.");
    else
      self().remove(elements);
  }
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace sofa::compatibility
