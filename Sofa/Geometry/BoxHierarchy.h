// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

using type::BoundingBox;
using type::Index;

/// True unless a gap wider than `margin` separates the boxes along an axis; boxes that touch overlap.
inline bool overlap(const BoundingBox& a, const BoundingBox& b, double margin) {
  for (int k = 0; k < 3; ++k)
    if (a.min[k] > b.max[k] + margin || b.min[k] > a.max[k] + margin) return false;
  return true;
}

/// Hierarchy of axis-aligned boxes over the elements of a model (docs/manual/collision.md, "Boxes"). Its shape is
/// chosen once, by halving along the longest side; later positions only refit it, so that pairs are found in an order
/// that does not change from step to step. The leaves of a node lie in the order of their middles along the side by
/// which it was halved; equal ones in the order that its parent had them in, those of the root in that of the elements.
class BoxHierarchy {
 public:
  /// Boxes of one level that stand side by side: leaves, or nodes.
  struct Range {
    Index begin = 0, end = 0;
    bool leaves = true;
  };

  /// Chooses the shape for these boxes, one per element, with at most `depth` halvings.
  void build(std::span<const BoundingBox> elements, int depth);
  /// Takes new boxes of the same elements.
  void refit(std::span<const BoundingBox> elements);
  /// Becomes the hierarchy of that depth whose leaves(), from left to right, are `boxes` around `elements`: the shape
  /// follows from their order. False, and unchanged, unless `elements` are the numbers below their count, once each,
  /// with a box for each.
  bool restore(std::span<const BoundingBox> boxes, std::span<const Index> elements, int depth);

  bool empty() const { return m_leaves.empty(); }
  std::size_t size() const { return m_leaves.size(); }
  int depth() const { return m_depth; }
  const BoundingBox& rootBox() const { return m_nodes.front().box; }
  Range root() const { return m_nodes.front().children; }
  const BoundingBox& box(Range range, Index i) const { return range.leaves ? m_leaves[i] : m_nodes[i].box; }
  Range children(Index node) const { return m_nodes[node].children; }
  Index element(Index leaf) const { return m_elements[leaf]; }
  /// Boxes of the leaves in the order of the hierarchy, and their elements.
  std::span<const BoundingBox> leaves() const { return m_leaves; }
  std::span<const Index> elements() const { return m_elements; }

 private:
  struct Node {
    BoundingBox box;
    Range children;
  };
  class LeafSorter;
  /// Leaves are put in the order of the sorter, or are in order if there is none.
  void makeNodes(int depth, LeafSorter* sorter);
  void halve(Index node);
  template <class LeafBox>
  void fit(const LeafBox& leafBox);

  std::vector<Node> m_nodes;          // the root, then level by level; children stand behind their parent
  std::vector<BoundingBox> m_leaves;  // in the order of the hierarchy
  std::vector<Index> m_elements;      // element of each leaf
  int m_depth = 0;
};

/// Two ranges still to be compared, and the box around the second one.
struct OpenBoxRanges {
  BoxHierarchy::Range a, b;
  const BoundingBox* aroundB;
};
/// Kept between calls so that a search allocates nothing.
using BoxHierarchyStack = std::vector<OpenBoxRanges>;

/// Compares the boxes of two ranges: calls found(elementOfA, elementOfB) for leaves that overlap within `margin`, and
/// open(OpenBoxRanges) for what stands below nodes that do. Never both.
template <class Open, class Found>
void compareRanges(const BoxHierarchy& a, const BoxHierarchy& b, double margin, const OpenBoxRanges& ranges,
                   const Open& open, const Found& found) {
  const auto [rangeA, rangeB, aroundB] = ranges;
  for (Index i = rangeA.begin; i < rangeA.end; ++i) {
    const BoundingBox& boxA = a.box(rangeA, i);
    if (!overlap(boxA, *aroundB, margin)) continue;
    for (Index j = rangeB.begin; j < rangeB.end; ++j) {
      const BoundingBox& boxB = b.box(rangeB, j);
      if (!overlap(boxA, boxB, margin)) continue;
      if (rangeA.leaves && rangeB.leaves)
        found(a.element(i), b.element(j));
      else
        open(OpenBoxRanges{rangeA.leaves ? BoxHierarchy::Range{i, i + 1, true} : a.children(i),
                           rangeB.leaves ? BoxHierarchy::Range{j, j + 1, true} : b.children(j), &boxB});
    }
  }
}

/// Calls found(elementOfA, elementOfB) for all leaves below the ranges of `stack` whose boxes overlap within `margin`,
/// ranges opened last first.
template <class F>
void forEachOverlapIn(const BoxHierarchy& a, const BoxHierarchy& b, double margin, BoxHierarchyStack& stack,
                      const F& found) {
  while (!stack.empty()) {
    const OpenBoxRanges ranges = stack.back();
    stack.pop_back();
    compareRanges(
        a, b, margin, ranges, [&](const OpenBoxRanges& below) { stack.push_back(below); }, found);
  }
}

/// The same of whole hierarchies.
template <class F>
void forEachOverlap(const BoxHierarchy& a, const BoxHierarchy& b, double margin, BoxHierarchyStack& stack,
                    const F& found) {
  if (a.empty() || b.empty()) return;
  stack.assign(1, {a.root(), b.root(), &b.rootBox()});
  forEachOverlapIn(a, b, margin, stack, found);
}

/// forEachOverlap() by several threads, in the same order.
class OverlapSearch {
 public:
  using Pairs = std::vector<std::pair<Index, Index>>;
  /// Appends the pairs (elementOfA, elementOfB).
  void run(const BoxHierarchy& a, const BoxHierarchy& b, double margin, Pairs& pairs);

 private:
  struct Part {
    BoxHierarchyStack open;
    Pairs pairs;
  };
  static constexpr std::size_t parts = 32;  ///< many, for some take longer than others
  void openRanges(const BoxHierarchy& a, const BoxHierarchy& b, double margin);

  BoxHierarchyStack m_open, m_below;
  std::vector<Part> m_parts;
};

/// Whether a line from `origin` on along `direction` meets the box: separation of slabs (Kay and Kajiya, Ray tracing
/// complex scenes, SIGGRAPH 1986). A box without extent along an axis is met.
inline bool meetsBox(const type::Vec3& origin, const type::Vec3& direction, const BoundingBox& box) {
  double enter = 0, leave = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    if (direction[k] == 0) {
      if (origin[k] < box.min[k] || origin[k] > box.max[k]) return false;
      continue;
    }
    const double a = (box.min[k] - origin[k]) / direction[k], b = (box.max[k] - origin[k]) / direction[k];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave;
}

/// Calls found(element) for the leaves whose boxes the ray meets; `open` is kept between calls.
template <class F>
void forEachOnRay(const BoxHierarchy& boxes, const type::Vec3& origin, const type::Vec3& direction,
                  std::vector<BoxHierarchy::Range>& open, const F& found) {
  if (boxes.empty()) return;
  open.assign(1, boxes.root());
  while (!open.empty()) {
    const auto range = open.back();
    open.pop_back();
    for (Index i = range.begin; i < range.end; ++i) {
      if (!meetsBox(origin, direction, boxes.box(range, i))) continue;
      if (range.leaves)
        found(boxes.element(i));
      else
        open.push_back(boxes.children(i));
    }
  }
}

}  // namespace sofa::geometry
