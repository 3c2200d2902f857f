#pragma once
#include <array>
#include <cstdint>
#include <unordered_map>

#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Archive.h"

/// Contracts of what finds contacts (sheet 07 §4, §5).
namespace sofa::core {

/// One contact between an element of each of two models.
struct DetectionOutput {
  type::Vec3 point1, point2;  ///< on the first and on the second model (m)
  type::Vec3 normal;          ///< unit, from the first towards the second
  double value = 0;           ///< distance less the contact distance (m)
  std::int64_t id = 0;        ///< the same for the same contact at the next step
  type::Index element1 = 0, element2 = 0;
};

/// Finds contacts between elements of two kinds of models. Called once per pair of models with all candidates.
class ElementIntersector {
 public:
  using Candidates = std::vector<std::pair<type::Index, type::Index>>;
  virtual ~ElementIntersector() = default;
  virtual void intersect(const CollisionModel& a, const CollisionModel& b, const Candidates& candidates,
                         std::vector<DetectionOutput>& outputs) const = 0;
};

/// The distances within which elements touch, and the intersectors of pairs of models.
class Intersection : public Component {
 public:
  virtual double alarmDistance() const { return 0; }
  virtual double contactDistance() const { return 0; }
  /// Gap up to which boxes count as overlapping, for models with these contact distances.
  virtual double boxMargin(double contactDistance1, double contactDistance2) const = 0;
  /// Null if pairs of this kind, in this order, are not supported.
  virtual const ElementIntersector* intersector(const CollisionModel& a, const CollisionModel& b) const = 0;
};

using ModelPair = std::pair<CollisionModel*, CollisionModel*>;

/// Finds pairs of models that may touch.
class BroadPhase : public Component {
 public:
  virtual bool needsDeepTrees() const { return false; }
  /// Appends pairs in a fixed order. The boxes of the models are up to date.
  virtual void findPairs(std::span<CollisionModel* const> models, const Intersection& intersection,
                         std::vector<ModelPair>& pairs) = 0;
};

/// Values by ordered pair of models. Models are numbered as they are first compared, which decides the order of
/// contacts and with it of sums and constraints (sheet 07 §8.2): pairs are sorted by the numbers of their first, then
/// second model.
template <class T>
class ModelPairMap {
 public:
  struct Entry {
    ModelPair key;
    T value;
  };
  /// Which comparison numbers models: with the last pair in order, or with the one at the root of a search tree.
  enum class Insertion { afterLast, fromRoot };
  explicit ModelPairMap(Insertion insertion) : m_insertion(insertion) {}

  auto begin() { return m_entries.begin(); }
  auto end() { return m_entries.end(); }
  auto begin() const { return m_entries.begin(); }
  auto end() const { return m_entries.end(); }
  std::size_t size() const { return m_entries.size(); }
  bool empty() const { return m_entries.empty(); }

  T* find(const ModelPair& key) {
    if (m_entries.size() == 1 && m_entries.front().key == key) number(key);  // compared with itself
    const auto it = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.key == key; });
    return it == m_entries.end() ? nullptr : &it->value;
  }
  T& insert(const ModelPair& key, T value) {
    if (!m_entries.empty()) {
      if (m_insertion == Insertion::afterLast) number(m_entries.back().key);
      number(key);
      if (m_insertion == Insertion::fromRoot) number(m_entries.front().key);
    }
    const auto it = std::upper_bound(m_entries.begin(), m_entries.end(), key,
                                     [&](const ModelPair& a, const Entry& e) { return before(a, e.key); });
    return m_entries.insert(it, Entry{key, std::move(value)})->value;
  }
  template <class F>
  void eraseIf(const F& condition) {
    std::erase_if(m_entries, [&](Entry& e) { return condition(e); });
  }
  void clear() { m_entries.clear(); }

  /// Pairs and numbers, which decide the order of later sums; models are stored by their place in `models`. Values that
  /// are loaded are default-constructed.
  void archive(Archive& archive, std::span<CollisionModel* const> models) {
    const auto place = [&](const CollisionModel* m) {
      return static_cast<std::size_t>(std::ranges::find(models, m) - models.begin());
    };
    std::vector<std::array<std::size_t, 2>> pairs;
    for (const Entry& e : m_entries) pairs.push_back({place(e.key.first), place(e.key.second)});
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
    for (const auto& pair : pairs) m_entries.push_back(Entry{{models[pair[0]], models[pair[1]]}, T{}});
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] >= 0) m_numbers.emplace(models[i], numbers[i]);
  }

 private:
  void number(const ModelPair& key) {
    m_numbers.try_emplace(key.second, static_cast<int>(m_numbers.size()));
    m_numbers.try_emplace(key.first, static_cast<int>(m_numbers.size()));
  }
  bool before(const ModelPair& a, const ModelPair& b) const {
    const auto rank = [&](const ModelPair& k) { return std::pair(m_numbers.at(k.first), m_numbers.at(k.second)); };
    return rank(a) < rank(b);
  }

  Insertion m_insertion;
  std::vector<Entry> m_entries;
  std::unordered_map<const CollisionModel*, int> m_numbers;
};

/// Every collision model of the scene of `component`, in the order of the graph.
inline std::vector<CollisionModel*> allCollisionModels(const Component& component) {
  std::vector<CollisionModel*> models;
  if (component.context()) component.context()->root()->collectDown(models);
  return models;
}

using DetectionMap = ModelPairMap<std::vector<DetectionOutput>>;

/// Finds contacts between the elements of pairs of models.
class NarrowPhase : public Component {
 public:
  virtual bool needsDeepTrees() const { return false; }
  /// Replaces the contacts of the last detection.
  virtual void findContacts(std::span<const ModelPair> pairs, const Intersection& intersection) = 0;
  const DetectionMap& contacts() const { return m_contacts; }
  void draw(DrawList& list) const override {
    if (list.shows(type::DisplayFlags::DetectionOutputs)) drawContacts(list);
  }
  /// Each contact as a line between its points.
  void drawContacts(DrawList& list) const {
    for (const auto& pair : m_contacts)
      for (const DetectionOutput& c : pair.value) {
        list.line(c.point1, c.point2, 5, {1, 0, 0, 1});
        list.point(c.point1, 10, {0, 0, 1, 1});
        list.point(c.point2, 10, {0, 0, 1, 1});
      }
  }
  void archive(Archive& archive) override { m_contacts.archive(archive, allCollisionModels(*this)); }

 protected:
  DetectionMap m_contacts{DetectionMap::Insertion::afterLast};
};

}  // namespace sofa::core
