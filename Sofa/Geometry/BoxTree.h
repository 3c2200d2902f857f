// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::geometry {

/// Binary tree over axis-aligned boxes, for questions about a point. Boxes are known by their index; answers do not
/// depend on how the tree is cut. Coordinates must be finite.
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::vector<type::BoundingBox> boxes) { update(std::move(boxes)); }
  /// Takes other boxes. Where there are about as many as before and most lie near where they were, the tree keeps its
  /// cut, which takes a pass over the boxes.
  void update(std::vector<type::BoundingBox> boxes);

  bool empty() const { return m_size == 0; }
  const type::BoundingBox& box(type::Index index) const { return m_boxes[index]; }
  std::size_t size() const { return m_size; }

  /// Calls f(index) for every box that holds p, border included, in no particular order.
  template <class F>
  void forEachContaining(const type::Vec3& p, F&& f) const {
    forEachTouching({p, p}, f);
  }
  /// The same for every box that has a point in common with another one.
  template <class F>
  void forEachTouching(const type::BoundingBox& box, F&& f) const {
    if (empty()) return;
    std::array<type::Index, maxDepth> stack;
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const Node& node = m_nodes[stack[--depth]];
      if (!touch(node.box, box)) continue;
      if (node.count == 0) {
        stack[depth++] = node.first;
        stack[depth++] = node.first + 1;
        continue;
      }
      for (type::Index k = node.first; k < node.first + node.count; ++k)
        if (touch(m_boxes[m_order[k]], box)) f(m_order[k]);
    }
  }

  /// Index of the box closest to p, the lowest of several; the tree must not be empty.
  type::Index closest(const type::Vec3& p) const;

  static double squaredDistance(const type::BoundingBox& box, const type::Vec3& p);
  static bool contains(const type::BoundingBox& box, const type::Vec3& p) { return touch(box, {p, p}); }
  static bool touch(const type::BoundingBox& a, const type::BoundingBox& b) {
    for (int k = 0; k < 3; ++k)
      if (b.max[k] < a.min[k] || a.max[k] < b.min[k]) return false;
    return true;
  }

 private:
  static constexpr std::size_t maxDepth = 72;  // halves of at most 2^32 boxes, two per level
  static constexpr type::Index leafSize = 4;

  /// Inner nodes have count 0 and their children at first and first + 1; leaves hold m_order[first, first + count).
  struct Node {
    type::BoundingBox box;
    type::Index first = 0;
    type::Index count = 0;
  };
  void build(type::Index node, type::Index begin, type::Index end);
  void refit();
  /// How large the leaves are, all together.
  double leafExtent() const;

  std::size_t m_size = 0;
  std::vector<type::BoundingBox> m_boxes;
  std::vector<type::Index> m_order;
  std::vector<Node> m_nodes;
  double m_builtExtent = 0;  ///< leafExtent() of the tree as it was built
};

}  // namespace sofa::geometry
