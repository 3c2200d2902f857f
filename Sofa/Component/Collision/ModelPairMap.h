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
    if (m_entries.size() == 1 && m_entries.front().models == key) number(key);  // compared with itself
    const auto it = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.models == key; });
    return it == m_entries.end() ? nullptr : &*it;
  }
  Entry& insert(Entry entry) {
    const core::ModelPair key = entry.models;
    if (!m_entries.empty()) {
      if (m_insertion == Insertion::afterLast) number(m_entries.back().models);
      number(key);
      if (m_insertion == Insertion::fromRoot) number(m_entries.front().models);
    }
    const auto it = std::upper_bound(m_entries.begin(), m_entries.end(), key,
                                     [&](const core::ModelPair& a, const Entry& e) { return before(a, e.models); });
    return *m_entries.insert(it, std::move(entry));
  }
  template <class F>
  void eraseIf(const F& condition) {
    std::erase_if(m_entries, [&](Entry& e) { return condition(e); });
  }
  void clear() { m_entries.clear(); }

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
    m_entries.clear();
    m_numbers.clear();
    for (const auto& pair : pairs) m_entries.emplace_back().models = {models[pair[0]], models[pair[1]]};
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] >= 0) m_numbers.emplace(models[i], numbers[i]);
  }

 private:
  void number(const core::ModelPair& key) {
    m_numbers.try_emplace(key.second, static_cast<int>(m_numbers.size()));
    m_numbers.try_emplace(key.first, static_cast<int>(m_numbers.size()));
  }
  bool before(const core::ModelPair& a, const core::ModelPair& b) const {
    const auto rank = [&](const core::ModelPair& k) {
      return std::pair(m_numbers.at(k.first), m_numbers.at(k.second));
    };
    return rank(a) < rank(b);
  }

  Insertion m_insertion;
  std::vector<Entry> m_entries;
  std::unordered_map<const core::CollisionModel*, int> m_numbers;
};

}  // namespace sofa::component::collision
