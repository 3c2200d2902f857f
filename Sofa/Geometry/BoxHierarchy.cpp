#include "Sofa/Geometry/BoxHierarchy.h"

#include <algorithm>
#include <numeric>

#include "Sofa/Helper/Parallel.h"

namespace sofa::geometry {
namespace {
constexpr Index smallest = 4;  // nodes of so few leaves are not halved
}

void BoxHierarchy::build(std::span<const BoundingBox> elements, int depth) {
  m_leaves.assign(elements.begin(), elements.end());
  m_elements.resize(elements.size());
  std::iota(m_elements.begin(), m_elements.end(), Index{0});
  makeNodes(depth, Order::alongLongestSides);
  fit();
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
  makeNodes(depth, Order::asItIs);
  fit();
  return true;
}

/// Halves the root and what comes of it, level by level; leaves are sorted before they are halved, or are so already.
void BoxHierarchy::makeNodes(int depth, Order order) {
  m_depth = depth;
  m_nodes.assign(1, Node{{}, {0, static_cast<Index>(m_leaves.size()), true}});
  std::size_t levelBegin = 0;
  for (int level = 0; level < depth && levelBegin < m_nodes.size(); ++level) {
    const std::size_t levelEnd = m_nodes.size();
    for (std::size_t i = levelBegin; i < levelEnd; ++i) {
      const Range leaves = m_nodes[i].children;
      if (leaves.end - leaves.begin <= smallest) continue;
      if (order == Order::alongLongestSides) sortLeaves(leaves);
      halve(static_cast<Index>(i));
    }
    levelBegin = levelEnd;
  }
}

/// Sorts leaves by their middles along the longest side of their common box; equal ones keep their order.
void BoxHierarchy::sortLeaves(Range range) {
  const auto [begin, end, leaves] = range;
  BoundingBox box;
  for (Index i = begin; i < end; ++i) box.include(m_leaves[i]);
  const type::Vec3 length = box.max - box.min;
  const int axis = length[0] > length[1] ? (length[0] > length[2] ? 0 : 2) : (length[1] > length[2] ? 1 : 2);

  struct Key {
    double middle;
    Index leaf;
  };
  std::vector<Key> keys(end - begin);
  for (Index i = begin; i < end; ++i) keys[i - begin] = {m_leaves[i].min[axis] + m_leaves[i].max[axis], i};
  std::ranges::stable_sort(keys, {}, &Key::middle);
  std::vector<BoundingBox> boxes(keys.size());
  std::vector<Index> elements(keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) {
    boxes[k] = m_leaves[keys[k].leaf];
    elements[k] = m_elements[keys[k].leaf];
  }
  std::ranges::copy(boxes, m_leaves.begin() + begin);
  std::ranges::copy(elements, m_elements.begin() + begin);
}

/// The first half gets the middle leaf.
void BoxHierarchy::halve(Index node) {
  const auto [begin, end, leaves] = m_nodes[node].children;
  const Index middle = begin + (end - begin + 1) / 2, first = static_cast<Index>(m_nodes.size());
  m_nodes.push_back(Node{{}, {begin, middle, true}});
  m_nodes.push_back(Node{{}, {middle, end, true}});
  m_nodes[node].children = {first, first + 2, false};
}

void BoxHierarchy::refit(std::span<const BoundingBox> elements) {
  for (std::size_t leaf = 0; leaf < m_leaves.size(); ++leaf) m_leaves[leaf] = elements[m_elements[leaf]];
  fit();
}

void BoxHierarchy::fit() {
  for (auto node = m_nodes.rbegin(); node != m_nodes.rend(); ++node) {
    BoundingBox around;  // an empty box changes neither side of it
    for (Index i = node->children.begin; i < node->children.end; ++i) {
      const BoundingBox& child = box(node->children, i);
      around.min = around.min.cwiseMin(child.min);
      around.max = around.max.cwiseMax(child.max);
    }
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
