#include "Sofa/Geometry/BoxHierarchy.h"

#include <algorithm>
#include <numeric>

namespace sofa::geometry {
namespace {
constexpr Index smallest = 4;  // nodes of so few leaves are not halved
}

void BoxHierarchy::build(std::span<const BoundingBox> elements, int depth) {
  m_depth = depth;
  m_leaves.assign(elements.begin(), elements.end());
  m_elements.resize(elements.size());
  std::iota(m_elements.begin(), m_elements.end(), Index{0});
  m_nodes.assign(1, Node{{}, {0, static_cast<Index>(elements.size()), true}});
  std::size_t levelBegin = 0;
  for (int level = 0; level < depth; ++level) {
    const std::size_t levelEnd = m_nodes.size();
    for (std::size_t i = levelBegin; i < levelEnd; ++i)
      if (m_nodes[i].children.end - m_nodes[i].children.begin > smallest) split(static_cast<Index>(i));
    levelBegin = levelEnd;
  }
  fit();
}

/// Halves the leaves of a node along the longest side of their common box; the first half gets the middle one.
void BoxHierarchy::split(Index node) {
  const auto [begin, end, leaves] = m_nodes[node].children;
  BoundingBox box;
  for (Index i = begin; i < end; ++i) box.include(m_leaves[i]);
  const type::Vec3 length = box.max - box.min;
  const int axis = length[0] > length[1] ? (length[0] > length[2] ? 0 : 2) : (length[1] > length[2] ? 1 : 2);

  std::vector<Index> order(end - begin);
  std::iota(order.begin(), order.end(), begin);
  std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) {
    return m_leaves[i].min[axis] + m_leaves[i].max[axis] < m_leaves[j].min[axis] + m_leaves[j].max[axis];
  });
  std::vector<BoundingBox> boxes;
  std::vector<Index> elements;
  for (const Index i : order) {
    boxes.push_back(m_leaves[i]);
    elements.push_back(m_elements[i]);
  }
  std::copy(boxes.begin(), boxes.end(), m_leaves.begin() + begin);
  std::copy(elements.begin(), elements.end(), m_elements.begin() + begin);

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
    node->box = {};
    for (Index i = node->children.begin; i < node->children.end; ++i) node->box.include(box(node->children, i));
  }
}

}  // namespace sofa::geometry
