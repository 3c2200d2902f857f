#include "Sofa/Core/CollisionModel.h"

namespace sofa::core {

bool CollisionModel::mayTouch(const CollisionModel& other) const {
  if (context() == other.context()) return d_selfCollision.value();
  const auto& mine = d_group.value();
  const auto& theirs = other.d_group.value();
  return std::none_of(mine.begin(), mine.end(), [&](int id) { return theirs.contains(id); });
}

void CollisionModel::updateBoxes(int depth) {
  updateElements();
  const std::size_t n = size();
  const bool sameElements = n == m_boxes.size() && revision() == m_revision && depth == m_boxes.depth() && n > 0;
  if (sameElements && !d_moving.value()) return;
  m_elementBoxes.resize(n);
  elementBoxes(m_elementBoxes);
  if (sameElements)
    m_boxes.refit(m_elementBoxes);
  else
    m_boxes.build(m_elementBoxes, depth);
  m_revision = revision();
}

void CollisionModel::computeBoundingBox() {
  if (!isValid()) return;
  updateElements();
  m_elementBoxes.resize(size());
  elementBoxes(m_elementBoxes);
  type::BoundingBox whole;
  for (const auto& box : m_elementBoxes) whole.include(box);
  d_bbox.set(whole);
}

}  // namespace sofa::core
