// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <unordered_map>

#include "Sofa/Core/Contract/CollisionDetection.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::component::collision {

/// Entries, which have a member `models`, by ordered pair of models. Models are numbered as they are first compared,
/// which decides the order of contacts and with it of sums and constraints: pairs are sorted by the numbers of their
/// first, then second model (docs/manual/collision-pairs.md, "The order of contacts").
template <class Entry>
class ModelPairMap {
 public:
  /// Which comparison numbers models: with the last pair in order, or with the one at the root of a search tree.
  enum class Insertion { afterLast, fromRoot };
  explicit ModelPairMap(Insertion insertion) : m_insertion(insertion) {}

  auto begin() { return m_entries.begin(); }
  auto end() { return m_entries.end(); }
  auto begin() const { return m_entries.begin(); }
  auto end() const { return m_entries.end(); }
  std::size_t size() const { return m_entries.size(); }
  bool empty() const { return m_entries.empty(); }

  Entry* find(const core::ModelPair& key) {
    if (m_entries.size() == 1 && m_entries.front().models == key) {  // compared with itself
      number(key);
      m_ranks.front() = rank(key);
    }
    const auto it = std::ranges::lower_bound(m_ranks, rank(key));
    const auto place = static_cast<std::size_t>(it - m_ranks.begin());
    return place < m_entries.size() && m_entries[place].models == key ? &m_entries[place] : nullptr;
  }
  Entry& insert(Entry entry) {
    const core::ModelPair key = entry.models;
    if (!m_entries.empty()) {
      if (m_insertion == Insertion::afterLast) number(m_entries.back().models);
      number(key);
      if (m_insertion == Insertion::fromRoot) number(m_entries.front().models);
      m_ranks.front() = rank(m_entries.front().models);
    }
    const auto it = std::ranges::upper_bound(m_ranks, rank(key));
    const auto place = it - m_ranks.begin();
    m_ranks.insert(it, rank(key));
    return *m_entries.insert(m_entries.begin() + place, std::move(entry));
  }
  template <class F>
  void eraseIf(const F& condition) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
      if (condition(m_entries[i])) continue;
      if (kept != i) {
        m_entries[kept] = std::move(m_entries[i]);
        m_ranks[kept] = m_ranks[i];
      }
      ++kept;
    }
    m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(kept), m_entries.end());
    m_ranks.resize(kept);
  }
  void clear() {
    m_entries.clear();
    m_ranks.clear();
  }
  /// Forgets the numbers of the models, too: they are compared anew as in a scene that was just loaded.
  void reset() {
    clear();
    m_numbers.clear();
  }

  /// Pairs and numbers, which decide the order of later sums; models are stored by their place in `models`. The rest
  /// of entries that are loaded is default-constructed.
  void archive(core::Archive& archive, std::span<core::CollisionModel* const> models) {
    const auto place = [&](const core::CollisionModel* m) {
      return static_cast<std::size_t>(std::ranges::find(models, m) - models.begin());
    };
    std::vector<std::array<std::size_t, 2>> pairs;
    for (const Entry& e : m_entries) pairs.push_back({place(e.models.first), place(e.models.second)});
    std::vector<int> numbers(models.size(), -1);
    for (const auto& [model, n] : m_numbers)
      if (const auto i = place(model); i < numbers.size()) numbers[i] = n;
    archive.io(pairs);
    archive.io(numbers);
    if (!archive.isLoading() || !archive.isGood()) return;
    const auto known = [&](const auto& pair) { return std::max(pair[0], pair[1]) < models.size(); };
    if (numbers.size() != models.size() || !std::ranges::all_of(pairs, known)) return archive.fail();
    reset();
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] >= 0) m_numbers.emplace(models[i], numbers[i]);
    for (const auto& pair : pairs) {
      m_entries.emplace_back().models = {models[pair[0]], models[pair[1]]};
      m_ranks.push_back(rank(m_entries.back().models));
    }
    if (!std::ranges::is_sorted(m_ranks)) archive.fail();
  }

 private:
  void number(const core::ModelPair& key) {
    m_numbers.try_emplace(key.second, static_cast<int>(m_numbers.size()));
    m_numbers.try_emplace(key.first, static_cast<int>(m_numbers.size()));
  }
  /// Where a pair stands; -1 for models without a number, which only a pair that is alone may have.
  using Rank = std::pair<int, int>;
  Rank rank(const core::ModelPair& key) const {
    const auto of = [&](const core::CollisionModel* model) {
      const auto known = m_numbers.find(model);
      return known == m_numbers.end() ? -1 : known->second;
    };
    return {of(key.first), of(key.second)};
  }

  Insertion m_insertion;
  std::vector<Entry> m_entries;
  std::vector<Rank> m_ranks;  ///< of each entry: ascending
  std::unordered_map<const core::CollisionModel*, int> m_numbers;
};

}  // namespace sofa::component::collision
