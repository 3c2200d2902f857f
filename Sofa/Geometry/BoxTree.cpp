// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/BoxTree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sofa::geometry {

using type::BoundingBox;
using type::Index;
using type::Vec3;

void BoxTree::update(std::vector<BoundingBox> boxes) {
  constexpr double loose = 2;  // a tree whose leaves have become that much larger is cut anew
  const std::size_t places = m_order.size();
  m_boxes = std::move(boxes);
  m_size = m_boxes.size();
  if (m_size <= places && m_size > places / 2) {
    m_boxes.resize(places);  // what is missing is an empty box
    refit();
    if (leafExtent() <= loose * m_builtExtent) return;
    m_boxes.resize(m_size);
  }
  m_order.resize(m_size);
  m_nodes.clear();
  if (empty()) return;
  std::iota(m_order.begin(), m_order.end(), Index{0});
  m_nodes.reserve(m_size);
  m_nodes.emplace_back();
  build(0, 0, static_cast<Index>(m_size));
  m_builtExtent = leafExtent();
}

void BoxTree::refit() {
  for (std::size_t i = m_nodes.size(); i-- > 0;) {  // children stand behind their parent
    Node& node = m_nodes[i];
    node.box = {};
    if (node.count == 0) {
      node.box.include(m_nodes[node.first].box);
      node.box.include(m_nodes[node.first + 1].box);
    }
    for (Index k = node.first; k < node.first + node.count; ++k) node.box.include(m_boxes[m_order[k]]);
  }
}

double BoxTree::leafExtent() const {
  double sum = 0;
  for (const Node& node : m_nodes)
    if (node.count > 0 && !node.box.empty()) sum += (node.box.max - node.box.min).sum();
  return sum;
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
