// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/BoxHierarchy.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "Sofa/Helper/Parallel.h"

namespace sofa::geometry {
namespace {
constexpr Index smallest = 4;  // nodes of so few leaves are not halved
}

/// Sorts the leaves of one node after the other, parents first. To halve a node that will be halved again, it is enough
/// to know which half each leaf falls in: only what is not halved any further is sorted.
class BoxHierarchy::LeafSorter {
 public:
  LeafSorter(std::span<const BoundingBox> boxes, std::vector<Index>& elements) : m_boxes(boxes), m_elements(elements) {
    m_axes.emplace_back();
  }

  /// Sorts the leaves of a node along the longest side of their common box, or only brings the first half to the front.
  void sort(Index node, Range range, bool completely) {
    const std::span<Index> leaves(m_elements.data() + range.begin, m_elements.data() + range.end);
    const Axes axes = m_axes[node].then(longestSide(leaves));
    m_keys.clear();
    for (const Index i : leaves) m_keys.push_back({middle(i, axes.axis[0]), i});
    const auto isBefore = [&](const Key& a, const Key& b) {
      return a.middle != b.middle ? a.middle < b.middle : isBeforeElsewhere(axes, a.element, b.element);
    };
    if (completely)
      std::ranges::sort(m_keys, isBefore);
    else
      std::ranges::nth_element(m_keys, m_keys.begin() + firstHalf(leaves.size()), isBefore);
    std::ranges::transform(m_keys, leaves.begin(), &Key::element);
    m_axes.insert(m_axes.end(), 2, axes);  // of the halves
  }

  static Index firstHalf(std::size_t count) { return static_cast<Index>((count + 1) / 2); }

 private:
  /// Along which leaves were sorted, the last one first, each once: where middles are equal the ones before decide.
  struct Axes {
    int axis[3] = {};
    int count = 0;

    Axes then(int next) const {
      Axes result;
      result.axis[result.count++] = next;
      for (int k = 0; k < count; ++k)
        if (axis[k] != next) result.axis[result.count++] = axis[k];
      return result;
    }
  };
  struct Key {
    std::int64_t middle;
    Index element;
  };

  int longestSide(std::span<const Index> leaves) const {
    BoundingBox box;
    for (const Index i : leaves) box.include(m_boxes[i]);
    const type::Vec3 length = box.max - box.min;
    return length[0] > length[1] ? (length[0] > length[2] ? 0 : 2) : (length[1] > length[2] ? 1 : 2);
  }

  /// Twice the middle, as a number that is ordered alike and has its place in the order even where it is none.
  std::int64_t middle(Index element, int axis) const {
    const auto bits = std::bit_cast<std::int64_t>(m_boxes[element].min[axis] + m_boxes[element].max[axis] + 0.0);
    return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
  }

  bool isBeforeElsewhere(const Axes& axes, Index a, Index b) const {
    for (int k = 1; k < axes.count; ++k)
      if (const auto x = middle(a, axes.axis[k]), y = middle(b, axes.axis[k]); x != y) return x < y;
    return a < b;
  }

  std::span<const BoundingBox> m_boxes;  // of the elements
  std::vector<Index>& m_elements;        // of the leaves
  std::vector<Axes> m_axes;              // by which the leaves of each node are in order
  std::vector<Key> m_keys;
};

void BoxHierarchy::build(std::span<const BoundingBox> elements, int depth) {
  m_elements.resize(elements.size());
  std::iota(m_elements.begin(), m_elements.end(), Index{0});
  LeafSorter sorter(elements, m_elements);
  makeNodes(depth, &sorter);
  m_leaves.resize(elements.size());
  refit(elements);
}

bool BoxHierarchy::restore(std::span<const BoundingBox> boxes, std::span<const Index> elements, int depth) {
  std::vector<bool> isThere(elements.size());
  for (const Index element : elements) {
    if (element >= isThere.size() || isThere[element]) return false;
    isThere[element] = true;
  }
  if (boxes.size() != elements.size()) return false;
  m_leaves.assign(boxes.begin(), boxes.end());
  m_elements.assign(elements.begin(), elements.end());
  makeNodes(depth, nullptr);
  fit([&](Index leaf) -> const BoundingBox& { return m_leaves[leaf]; });
  return true;
}

/// Halves the root and what comes of it, level by level.
void BoxHierarchy::makeNodes(int depth, LeafSorter* sorter) {
  m_depth = depth;
  m_nodes.assign(1, Node{{}, {0, static_cast<Index>(m_elements.size()), true}});
  std::size_t levelBegin = 0;
  for (int level = 0; level < depth && levelBegin < m_nodes.size(); ++level) {
    const std::size_t levelEnd = m_nodes.size();
    for (std::size_t i = levelBegin; i < levelEnd; ++i) {
      const Range leaves = m_nodes[i].children;
      const Index count = leaves.end - leaves.begin;
      if (count <= smallest) continue;
      const bool isLast = level + 1 == depth || count / 2 <= smallest;  // the smaller half is not halved
      if (sorter) sorter->sort(static_cast<Index>(i), leaves, isLast);
      halve(static_cast<Index>(i));
    }
    levelBegin = levelEnd;
  }
}

/// The first half gets the middle leaf.
void BoxHierarchy::halve(Index node) {
  const auto [begin, end, leaves] = m_nodes[node].children;
  const Index middle = begin + LeafSorter::firstHalf(end - begin), first = static_cast<Index>(m_nodes.size());
  m_nodes.push_back(Node{{}, {begin, middle, true}});
  m_nodes.push_back(Node{{}, {middle, end, true}});
  m_nodes[node].children = {first, first + 2, false};
}

void BoxHierarchy::refit(std::span<const BoundingBox> elements) {
  fit([&](Index leaf) -> const BoundingBox& { return m_leaves[leaf] = elements[m_elements[leaf]]; });
}

/// Fits nodes, and reads each leaf once.
template <class LeafBox>
void BoxHierarchy::fit(const LeafBox& leafBox) {
  for (auto node = m_nodes.rbegin(); node != m_nodes.rend(); ++node) {
    BoundingBox around;  // an empty box changes neither side of it
    const auto include = [&](const BoundingBox& child) {
      around.min = around.min.cwiseMin(child.min);
      around.max = around.max.cwiseMax(child.max);
    };
    const auto [begin, end, leaves] = node->children;
    for (Index i = begin; i < end; ++i) include(leaves ? leafBox(i) : m_nodes[i].box);
    node->box = around;
  }
}

void OverlapSearch::run(const BoxHierarchy& a, const BoxHierarchy& b, double margin, Pairs& pairs) {
  constexpr std::size_t few = 256;  // elements of both together, which one thread compares sooner
  if (helper::threadCount() == 1 || a.size() + b.size() < few) {
    forEachOverlap(a, b, margin, m_open, [&](Index i, Index j) { pairs.emplace_back(i, j); });
    return;
  }
  openRanges(a, b, margin);
  m_parts.resize(parts);
  helper::parallelChunks(parts, 1, [&](std::size_t index, std::size_t) {
    constexpr std::size_t stride = 13;  // neighbours, which take about as long, go to different threads
    const std::size_t p = index * stride % parts;
    Part& part = m_parts[p];
    part.pairs.clear();
    part.open.assign(m_open.begin() + m_open.size() * p / parts, m_open.begin() + m_open.size() * (p + 1) / parts);
    forEachOverlapIn(a, b, margin, part.open, [&](Index i, Index j) { part.pairs.emplace_back(i, j); });
  });
  for (std::size_t p = parts; p-- > 0;) pairs.insert(pairs.end(), m_parts[p].pairs.begin(), m_parts[p].pairs.end());
}

/// Level by level, each in the place of the one above it: what was opened last is still looked at first.
void OverlapSearch::openRanges(const BoxHierarchy& a, const BoxHierarchy& b, double margin) {
  constexpr std::size_t enough = 16 * parts;
  m_open.clear();
  if (!a.empty() && !b.empty()) m_open.push_back({a.root(), b.root(), &b.rootBox()});
  for (bool opened = true; opened && m_open.size() < enough;) {
    opened = false;
    m_below.clear();
    for (const OpenBoxRanges& ranges : m_open)
      if (ranges.a.leaves && ranges.b.leaves) {
        m_below.push_back(ranges);
      } else {
        opened = true;
        compareRanges(
            a, b, margin, ranges, [&](const OpenBoxRanges& below) { m_below.push_back(below); }, [](Index, Index) {});
      }
    m_open.swap(m_below);
  }
}

}  // namespace sofa::geometry
