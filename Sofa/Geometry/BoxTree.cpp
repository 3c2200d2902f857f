#include "Sofa/Geometry/BoxTree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sofa::geometry {

using type::BoundingBox;
using type::Index;
using type::Vec3;

BoxTree::BoxTree(std::vector<BoundingBox> boxes) : m_boxes(std::move(boxes)), m_order(m_boxes.size()) {
  if (m_boxes.empty()) return;
  std::iota(m_order.begin(), m_order.end(), Index{0});
  m_nodes.reserve(m_boxes.size());
  m_nodes.emplace_back();
  build(0, 0, static_cast<Index>(m_boxes.size()));
}

void BoxTree::build(Index node, Index begin, Index end) {
  BoundingBox box, centres;
  for (Index k = begin; k < end; ++k) {
    const BoundingBox& b = m_boxes[m_order[k]];
    box.include(b);
    centres.include(Vec3(b.min + b.max));
  }
  m_nodes[node].box = box;
  if (end - begin <= leafSize) {
    m_nodes[node].first = begin;
    m_nodes[node].count = end - begin;
    return;
  }
  int axis;
  (centres.max - centres.min).maxCoeff(&axis);
  const Index middle = begin + (end - begin) / 2;
  const auto before = [&](Index a, Index b) {
    const double ca = m_boxes[a].min[axis] + m_boxes[a].max[axis], cb = m_boxes[b].min[axis] + m_boxes[b].max[axis];
    return ca < cb || (ca == cb && a < b);
  };
  std::nth_element(m_order.begin() + begin, m_order.begin() + middle, m_order.begin() + end, before);
  const auto child = static_cast<Index>(m_nodes.size());
  m_nodes[node].first = child;
  m_nodes.resize(m_nodes.size() + 2);
  build(child, begin, middle);
  build(child + 1, middle, end);
}

double BoxTree::squaredDistance(const BoundingBox& box, const Vec3& p) {
  return (box.min - p).cwiseMax(p - box.max).cwiseMax(0.0).squaredNorm();
}

Index BoxTree::closest(const Vec3& p) const {
  // Bounds of inner nodes are rounded, hence the margin: a node is only left out if it is clearly farther.
  constexpr double margin = 1 - 1e-12;
  double best = std::numeric_limits<double>::max();
  Index found = type::invalidIndex;
  std::array<Index, maxDepth> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = m_nodes[stack[--depth]];
    if (squaredDistance(node.box, p) * margin > best) continue;
    if (node.count == 0) {
      const bool leftFirst =
          squaredDistance(m_nodes[node.first].box, p) <= squaredDistance(m_nodes[node.first + 1].box, p);
      stack[depth++] = node.first + (leftFirst ? 1 : 0);
      stack[depth++] = node.first + (leftFirst ? 0 : 1);
      continue;
    }
    for (Index k = node.first; k < node.first + node.count; ++k) {
      const Index i = m_order[k];
      const double d = squaredDistance(m_boxes[i], p);
      if (d < best || (d == best && i < found)) {
        best = d;
        found = i;
      }
    }
  }
  return found == type::invalidIndex ? 0 : found;
}

}  // namespace sofa::geometry
