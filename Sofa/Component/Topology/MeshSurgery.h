// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshEdit.h"

/// Removal and addition of elements with all that belongs to them (docs/manual/topology.md, "Changes of a mesh").
namespace sofa::component::topology {

/// Calls f with an element of that type, as a type argument; nothing for points, prisms and pyramids.
template <class F>
void withElementOf(ElementType type, const F& f) {
  if (type == ElementType::edge) f.template operator()<Edge>();
  if (type == ElementType::triangle) f.template operator()<Triangle>();
  if (type == ElementType::quad) f.template operator()<Quad>();
  if (type == ElementType::tetrahedron) f.template operator()<Tetrahedron>();
  if (type == ElementType::hexahedron) f.template operator()<Hexahedron>();
}

/// Removes elements, the sides that are left without such an element and, if asked, the points that no element of this
/// or a larger kind names any more, with all that does. The numbers must exist.
template <class E>
void removeElements(ListTopology& mesh, std::vector<Index> elements, bool isolatedPoints);

/// Adds elements at the end of their list, before them the sides that the mesh lacks. Their points must exist.
template <class E>
void addElements(ListTopology& mesh, const std::vector<E>& elements, const std::vector<core::Ancestors>& ancestors);

/// Elements that take the place of others, and points that come with them.
template <class E>
struct Replacement {
  std::vector<core::Ancestors> points;  ///< numbered from the number of points before on
  std::vector<Index> removed;
  std::vector<E> elements;
  std::vector<core::Ancestors> made;  ///< removed elements that each is made of, and which part of it is from each
  bool isolatedPoints = false;        ///< whether points that no element names any more go
};
/// Adds what comes, with the sides that the mesh lacks, while what it is made of is still there; then removes that,
/// with the sides that no element has any more. These are two changes of the mesh; nothing may read it between them.
template <class E>
void replaceElements(ListTopology& mesh, const Replacement<E>& replacement);

/// Removes points, and all elements that name one of them.
void removePoints(MeshEdit& edit, const std::vector<Index>& points);

/// Whether an element of the next larger kinds has the element as a side, or names the point.
bool isUsed(const ListTopology& mesh, ElementType type, Index element);

}  // namespace sofa::component::topology
