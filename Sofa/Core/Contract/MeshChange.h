// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/Core/ObjectModel/Following.h"

namespace sofa::core {

class BaseData;
class BaseMeshTopology;

/// What an element that was added is made of: elements of its kind that were there, and their weights.
struct Ancestors {
  std::vector<type::Index> elements;
  std::vector<double> weights;  ///< one each; empty: all the same
  double weight(std::size_t i) const {
    return weights.empty() ? 1.0 / static_cast<double>(elements.size()) : weights[i];
  }
};

/// What became of the elements of one kind. First some go, the one with the largest number first, and the last element
/// takes the place of each in turn; then some are added at the end.
class ElementChange {
 public:
  using Index = type::Index;

  ElementChange() = default;
  explicit ElementChange(std::size_t before) : m_before(static_cast<Index>(before)) {}

  /// In any order, each below before(); what is named twice counts once. Before anything is added.
  void remove(std::vector<Index> elements);
  void add(std::size_t count) { m_added += static_cast<Index>(count); }
  void add(std::vector<Ancestors> ancestors);

  bool isNothing() const { return m_removed.empty() && m_added == 0; }
  Index before() const { return m_before; }
  Index remaining() const { return m_before - static_cast<Index>(m_removed.size()); }
  Index added() const { return m_added; }
  Index after() const { return remaining() + m_added; }
  /// Numbers before the change, descending.
  const std::vector<Index>& removed() const { return m_removed; }
  bool isRemoved(Index element) const;
  /// Of an element before the change; invalidIndex if it went.
  Index newIndex(Index element) const;
  /// The same of all elements before the change.
  std::vector<Index> newIndices() const;
  /// Numbers before and after of those that took the place of another one.
  const std::vector<std::pair<Index, Index>>& renamed() const { return m_renamed; }
  /// Of the added element of that rank; its numbers are those of elements that remained, after the change. Null if it
  /// has none.
  const Ancestors* ancestors(std::size_t rank) const {
    return rank < m_ancestors.size() && !m_ancestors[rank].elements.empty() ? &m_ancestors[rank] : nullptr;
  }
  /// Nodes of the removed elements, one after the other in the order of removed(), with the points numbered as before
  /// the change.
  std::vector<Index> removedNodes;
  /// How much memory it takes, in numbers.
  std::size_t entries() const;

 private:
  Index m_before = 0, m_added = 0;
  std::vector<Index> m_removed;                    // descending
  std::vector<std::pair<Index, Index>> m_renamed;  // before and after, of those that took another's place; sorted
  std::vector<Ancestors> m_ancestors;              // of the first added ones
};

/// A change of a mesh, for every kind of elements.
class MeshChange {
 public:
  ElementChange& of(ElementKind kind) { return m_kinds[static_cast<std::size_t>(kind)]; }
  const ElementChange& of(ElementKind kind) const { return m_kinds[static_cast<std::size_t>(kind)]; }
  template <class Element>
  const ElementChange& of() const {
    return of(kindOf<Element>());
  }
  const ElementChange& points() const { return of(ElementKind::point); }
  std::size_t entries() const;

 private:
  ElementChange m_kinds[elementKinds];
};

/// What happened to a mesh since some revision.
struct MeshChanges {
  const BaseMeshTopology* mesh = nullptr;
  /// False if some of it is not known any more, or was never told: what depends on elements has to be made anew.
  bool known = false;
  /// Oldest first. If not all is known, what is known of the points.
  std::vector<std::shared_ptr<const MeshChange>> steps;

  /// Whether elements of that kind came or went.
  bool concern(ElementKind kind) const;
};

/// The last changes of a mesh. Forgets those that are so long ago that who has not read them has less work with a new
/// start.
class MeshChangeLog {
 public:
  /// `limit`: how many numbers (MeshChange::entries()) it may hold; the two newest changes, which together put elements
  /// in the place of others, stay in any case.
  void add(std::size_t from, std::size_t to, MeshChange change, std::size_t limit);
  /// What leads from one revision to another.
  MeshChanges between(std::size_t from, std::size_t to) const;
  std::size_t size() const { return m_records.size(); }

 private:
  struct Record {
    std::size_t from, to, entries;
    std::shared_ptr<const MeshChange> change;
  };
  std::vector<Record> m_records;
};

/// Carries a list of numbers of elements along: those that went leave it, the others keep their order.
void carryIndices(std::vector<type::Index>& indices, const ElementChange& change);

/// Carries a list of one value per element along, calling makeNew(i, ancestors) for those that were added. False, and
/// nothing done, if it is no such list: of another length.
template <class T, class MakeNew>
bool carryValues(std::vector<T>& values, const ElementChange& change, const MakeNew& makeNew) {
  if (values.size() != change.before()) return false;
  for (const type::Index i : change.removed()) {
    if (i + 1 != values.size()) values[i] = std::move(values.back());
    values.pop_back();
  }
  values.resize(change.after());
  for (type::Index k = 0; k < change.added(); ++k) makeNew(change.remaining() + k, change.ancestors(k));
  return true;
}
template <class T>
bool carryValues(std::vector<T>& values, const ElementChange& change) {
  return carryValues(values, change, [](std::size_t, const Ancestors*) {});
}

/// Carries a Data along as it was declared; one that follows nothing, and a list that has another length, stay.
void carryData(BaseData& data, const MeshChange& change);

}  // namespace sofa::core
