// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Component/Topology/MeshSurgery.h"
#include "Sofa/Core/Contract/MeshModifier.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::topology {

/// What the modifiers of element sets share: each belongs to the container of its kind of elements, and changes it with
/// all that follows it (docs/manual/topology.md, "Changes of a mesh").
class TopologyModifier : public core::Component, public core::MeshModifier SOFA_AUTHOR(TopologyModifier) {
 public:
  core::Data<bool> d_propagateToDOF{this, "propagateToDOF", true, "states follow when points are added or removed"};

  /// Finds the container: the first of this node, else of the nearest ancestor, that holds the elements. Error if none.
  void init() override;
  ListTopology* container() const { return m_container.get(); }
  virtual ElementType elementType() const = 0;
  /// Whether the elements have, or are, elements of that type.
  bool handles(ElementType type) const;

  /// Removes elements of the modifier's own kind, with the sides that none is left around, and isolated points.
  bool remove(std::vector<Index> elements) { return remove(elementType(), std::move(elements)); }
  /// Removes elements, or points, of some kind. What does not exist, and what other elements are made of, is named in a
  /// message and stays: the answer is then false.
  bool remove(ElementType type, std::vector<Index> elements);
  const core::BaseMeshTopology* mesh() const override { return container(); }
  bool removeOfKind(core::ElementKind kind, std::vector<Index> elements) override;
  /// Adds elements between points that exist, and the sides they lack. Refused with an error if a point does not exist
  /// or occurs twice, or an ancestor is no element that was there. False if so.
  template <class E>
  bool add(const std::vector<E>& elements, const std::vector<core::Ancestors>& ancestors = {});
  /// Puts triangles or tetrahedra in the place of others. The numbers must exist.
  template <class E>
  bool replace(const Replacement<E>& replacement);
  /// Adds points; those with ancestors start at the weighted mean of these, others at the origin.
  bool addPoints(const std::vector<core::Ancestors>& points);
  bool addPoints(std::size_t count) { return appendPoints(count); }
  bool appendPoints(std::size_t count) override { return addPoints(std::vector<core::Ancestors>(count)); }

 protected:
  /// Whether points that are left without an element go with it.
  virtual bool removesIsolatedPoints() const { return true; }
  /// Told after each change, when all that follows the container has.
  virtual void containerChanged(const core::MeshChanges&) {}
  /// Removes the elements around points.
  void removeAround(std::span<const Index> points);

 private:
  bool isReady() const;
  std::vector<Index> removable(ElementType type, std::vector<Index> elements) const;
  bool checkAncestors(const std::vector<core::Ancestors>& ancestors, std::size_t count) const;
  void tellScene(std::size_t sinceRevision);

  core::Found<ListTopology> m_container;
};

/// The modifier by which elements of that type of the very mesh are changed. Else null, and `why` says what is in the
/// way, and what would help.
TopologyModifier* modifierOf(core::BaseMeshTopology& mesh, ElementType type, std::string& why);

/// The first modifier of the node of a mesh, else of the nodes above, for elements of that type; null if there is none.
TopologyModifier* findModifier(const core::BaseMeshTopology& mesh, ElementType type);

}  // namespace sofa::component::topology
