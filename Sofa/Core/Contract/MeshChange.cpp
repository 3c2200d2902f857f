// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/MeshChange.h"

#include <algorithm>
#include <numeric>

#include "Sofa/Core/Contract/NumberSet.h"
#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Data.h"

namespace sofa::core {

using type::Index;

void ElementChange::remove(std::vector<Index> elements) {
  elements.insert(elements.end(), m_removed.begin(), m_removed.end());
  std::sort(elements.begin(), elements.end(), std::greater());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  m_removed = std::move(elements);
  // Who stands at the last places, which are given up from the last on; those before them are taken over at most once.
  const Index remaining = this->remaining();
  std::vector<Index> occupants(m_removed.size());
  std::iota(occupants.begin(), occupants.end(), remaining);
  m_renamed.clear();
  Index last = m_before;
  for (const Index place : m_removed) {
    const Index mover = occupants[--last - remaining];
    if (place >= remaining)
      occupants[place - remaining] = mover;
    else
      m_renamed.emplace_back(mover, place);
  }
  std::sort(m_renamed.begin(), m_renamed.end());
}

void ElementChange::add(std::vector<Ancestors> ancestors) {
  const std::size_t count = ancestors.size();
  m_ancestors.resize(m_added);
  std::move(ancestors.begin(), ancestors.end(), std::back_inserter(m_ancestors));
  m_added += static_cast<Index>(count);
}

bool ElementChange::isRemoved(Index element) const {
  return std::binary_search(m_removed.begin(), m_removed.end(), element, std::greater());
}

Index ElementChange::newIndex(Index element) const {
  if (element >= m_before || isRemoved(element)) return type::invalidIndex;
  const auto it = std::lower_bound(m_renamed.begin(), m_renamed.end(), std::pair(element, Index{0}));
  return it != m_renamed.end() && it->first == element ? it->second : element;
}

std::vector<Index> ElementChange::newIndices() const {
  std::vector<Index> indices(m_before);
  for (Index i = 0; i < m_before; ++i) indices[i] = i;
  for (const Index i : m_removed) indices[i] = type::invalidIndex;
  for (const auto& [element, place] : m_renamed) indices[element] = place;
  return indices;
}

std::size_t ElementChange::entries() const {
  std::size_t count = m_removed.size() + 2 * m_renamed.size() + removedNodes.size();
  for (const auto& a : m_ancestors) count += 3 * a.elements.size();
  return count;
}

std::size_t MeshChange::entries() const {
  std::size_t count = elementKinds;
  for (const auto& kind : m_kinds) count += kind.entries();
  return count;
}

bool MeshChanges::concern(ElementKind kind) const {
  return !known || std::ranges::any_of(steps, [&](const auto& step) { return !step->of(kind).isNothing(); });
}

// --- The log ---------------------------------------------------------------------------------------------------------

void MeshChangeLog::add(std::size_t from, std::size_t to, MeshChange change, std::size_t limit) {
  // What something else changed in between cannot be followed across.
  if (!m_records.empty() && m_records.back().to != from) m_records.clear();
  const std::size_t entries = change.entries();
  m_records.push_back({from, to, entries, std::make_shared<const MeshChange>(std::move(change))});
  std::size_t sum = 0, kept = 0;
  while (kept < m_records.size()) {
    sum += m_records[m_records.size() - 1 - kept].entries;
    if (kept > 1 && sum > limit) break;
    ++kept;
  }
  m_records.erase(m_records.begin(), m_records.end() - static_cast<std::ptrdiff_t>(kept));
}

MeshChanges MeshChangeLog::between(std::size_t from, std::size_t to) const {
  MeshChanges changes;
  changes.known = from == to;
  if (changes.known || m_records.empty() || m_records.back().to != to) return changes;
  const auto first = std::ranges::find(m_records, from, [](const Record& r) { return r.from; });
  if (first == m_records.end()) return changes;
  changes.known = true;
  for (auto it = first; it != m_records.end(); ++it) changes.steps.push_back(it->change);
  return changes;
}

// --- What follows ----------------------------------------------------------------------------------------------------

void carryIndices(std::vector<Index>& indices, const ElementChange& change) {
  if (change.removed().empty()) return;
  // Numbers that no element had stay, for who complains about them.
  const NewIndices newIndex(change, indices.size());
  for (auto& i : indices)
    if (i < change.before()) i = newIndex[i];
  std::erase(indices, type::invalidIndex);
}

namespace {

/// Writes the mean of the ancestors, scalar by scalar.
void writeMean(const TypeInfo& type, void* list, std::size_t element, const Ancestors& ancestors) {
  const auto width = static_cast<std::size_t>(type.elementSize());
  for (std::size_t s = 0; s < width; ++s) {
    double sum = 0;
    for (std::size_t a = 0; a < ancestors.elements.size(); ++a)
      sum += ancestors.weight(a) * type.get(list, ancestors.elements[a] * width + s);
    type.set(list, element * width + s, sum);
  }
}

}  // namespace

void carryData(BaseData& data, const MeshChange& change) {
  const Following& follows = data.options().follows;
  const ElementChange& elements = change.of(follows.kind);
  if (!follows || elements.isNothing()) return;
  const bool given = data.isSet();
  const TypeInfo& type = data.type();
  if (follows.what == Following::What::indices) {
    if (&type != &typeInfo<std::vector<Index>>()) return;
    if (!elements.removed().empty()) carryIndices(*static_cast<std::vector<Index>*>(data.rawEdit()), elements);
  } else {
    const std::size_t count = type.elementCount(data.rawValue());
    // None are no list of as many as a mesh without elements has, but not given: what is usual then holds for all.
    if (!type.isList() || count != elements.before() || (count <= 1 && follows.oneForAll)) return;
    void* list = data.rawEdit();
    std::size_t last = elements.before();
    for (const Index i : elements.removed())
      if (i != --last) type.copyElement(list, last, i);
    type.setElementCount(list, elements.remaining());
    type.setElementCount(list, elements.after());
    if (follows.make) follows.make(*data.owner(), list, elements);
    for (Index k = 0; k < elements.added() && follows.newValue != NewValue::made; ++k) {
      const auto* ancestors = elements.ancestors(k);
      const Index element = elements.remaining() + k;
      if (follows.newValue == NewValue::mean && ancestors && type.scalar() == TypeInfo::Scalar::real)
        writeMean(type, list, element, *ancestors);
      else if (follows.newValue != NewValue::usual && ancestors)
        type.copyElement(list, ancestors->elements.front(), element);
      else if (follows.newValue == NewValue::copy)
        type.copyElement(list, 0, element);
    }
  }
  if (!given) data.unset();
}

}  // namespace sofa::core
