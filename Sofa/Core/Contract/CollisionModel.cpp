// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/CollisionModel.h"

#include <cmath>
#include <utility>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/VectorChanges.h"
#include "Sofa/Core/ObjectModel/Archive.h"

namespace sofa::core {
namespace {
/// Opacity of boxes of one level, in parts of that of the level below.
constexpr float boxFade = 0.8f;
}  // namespace

bool CollisionModel::mayTouch(const CollisionModel& other) const {
  if (context() == other.context()) return d_selfCollision.value();
  const auto& mine = d_group.value();
  const auto& theirs = other.d_group.value();
  return std::none_of(mine.begin(), mine.end(), [&](int id) { return theirs.contains(id); });
}

void CollisionModel::updateBoxes(int depth, const StepMotion& motion) {
  updateElements();
  const bool moves = d_moving.value(), sameElements = hasCurrentShape() && depth == m_depth;
  const StepMotion taken = moves ? motion : StepMotion{};
  m_pointCount = pointCount();
  if (sameElements && taken.end == StepMotion::End::none) {
    includeMotion(taken, {});
    if (!moves) return;
    m_outerBox = boxOfAll();
    m_isFitted = false;
    return;
  }
  takeElementBoxes();
  includeMotion(taken, m_elementBoxes);
  m_outerBox = {};
  for (const auto& box : m_elementBoxes) m_outerBox.include(box);
  m_isFitted = true;
  if (sameElements) {
    build();
    return m_boxes.refit(m_elementBoxes);
  }
  m_count = size();
  m_revision = revision();
  m_depth = depth;
  m_firstBoxes = m_elementBoxes;
  m_isBuilt = false;
}

bool CollisionModel::hasCurrentShape() const { return m_count > 0 && m_count == size() && m_revision == revision(); }

std::size_t CollisionModel::pointCount() const { return state() ? state()->size() : 0; }

void CollisionModel::takeElementBoxes() const {
  m_elementBoxes.resize(size());
  elementBoxes(m_elementBoxes);
}

void CollisionModel::build() const {
  if (std::exchange(m_isBuilt, true)) return;
  m_boxes.build(m_firstBoxes, m_depth);
  m_firstBoxes = {};
}

const geometry::BoxHierarchy& CollisionModel::boxes() const {
  build();
  if (m_isFitted || !hasCurrentShape() || m_pointCount != pointCount()) return m_boxes;
  takeElementBoxes();
  m_boxes.refit(m_elementBoxes);
  m_isFitted = true;
  return m_boxes;
}

/// A hierarchy that is not current is saved as an empty one: the next detection makes it anew. Revisions are not those
/// of another run.
void CollisionModel::archive(Archive& archive) {
  std::vector<type::BoundingBox> leaves;
  std::vector<type::Index> elements;
  int depth = m_depth;
  if (!archive.isLoading() && hasCurrentShape()) {
    leaves.assign(boxes().leaves().begin(), boxes().leaves().end());
    elements.assign(boxes().elements().begin(), boxes().elements().end());
  }
  archive.io(leaves);
  archive.io(elements);
  archive.io(depth);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (!m_boxes.restore(leaves, elements, depth)) return archive.fail();
  m_isBuilt = m_isFitted = true;
  m_count = leaves.size();
  m_revision = revision();
  m_pointCount = pointCount();
  m_depth = depth;
  m_outerBox = {};
  for (const auto& box : leaves) m_outerBox.include(box);
}

auto CollisionModel::origin() const -> std::optional<Origin> {
  const auto* counting = dynamic_cast<const VectorChanges*>(state());
  const auto positions = counting ? counting->changes(vec::position) : std::nullopt;
  if (!positions) return {};
  Origin origin{state(), *positions, 0, revision()};
  for (const BaseData* data : dataFields())
    if (data != &d_bbox && data != &d_numberOfContacts) origin.data += data->counter();
  return origin;
}

type::BoundingBox CollisionModel::boxOfAll() {
  takeElementBoxes();
  type::BoundingBox whole;
  for (const auto& box : m_elementBoxes) whole.include(box);
  return whole;
}

void CollisionModel::computeBoundingBox() {
  if (!isValid()) return;
  if (const auto now = origin(); !now || now != m_boxOrigin) {
    updateElements();
    m_wholeBox = boxOfAll();
    m_boxOrigin = now;
  }
  d_bbox.set(m_wholeBox);
}

type::Color CollisionModel::drawnColor() const {
  if (d_color.isSet()) return d_color.value();
  if (!d_simulated.value()) return d_moving.value() ? type::Color{0, 1, 0.5f, 1} : type::Color{0.5f, 0.5f, 0.5f, 1};
  if (!d_moving.value()) return {1, 0, 0, 1};
  return d_active.value() ? type::Color{1, 0.5f, 0, 1} : type::Color{0.5f, 0.25f, 0, 1};
}

int CollisionModel::levelsBelow(geometry::BoxHierarchy::Range range) const {
  int levels = 0;
  if (!range.leaves)
    for (type::Index i = range.begin; i < range.end; ++i)
      levels = std::max(levels, 1 + levelsBelow(m_boxes.children(i)));
  return levels;
}

void CollisionModel::draw(DrawList& list) const {
  if (!list.shows(type::DisplayFlags::BoundingCollisionModels) || !hasBoxes() || boxes().empty()) return;
  const int level = levelsBelow(m_boxes.root());
  drawBoxes(list, m_boxes.root(), level);
  type::Color color = drawnColor();
  color.a *= std::pow(boxFade, static_cast<float>(level + 1));
  list.box(m_boxes.rootBox(), 1, color);
}

void CollisionModel::drawBoxes(DrawList& list, geometry::BoxHierarchy::Range range, int level) const {
  type::Color color = drawnColor();
  if (!range.leaves) color.a *= std::pow(boxFade, static_cast<float>(level));
  for (type::Index i = range.begin; i < range.end; ++i) {
    list.box(m_boxes.box(range, i), 1, color);
    if (!range.leaves) drawBoxes(list, m_boxes.children(i), level - 1);
  }
}

}  // namespace sofa::core
