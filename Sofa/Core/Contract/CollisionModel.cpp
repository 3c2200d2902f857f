#include "Sofa/Core/Contract/CollisionModel.h"

#include <cmath>

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
  const std::size_t n = size();
  const bool sameElements = hasCurrentBoxes() && depth == m_boxes.depth();
  if (!d_moving.value()) {
    includeMotion({}, {});
    if (sameElements) return;
  }
  m_elementBoxes.resize(n);
  elementBoxes(m_elementBoxes);
  if (d_moving.value()) includeMotion(motion, m_elementBoxes);
  if (sameElements)
    m_boxes.refit(m_elementBoxes);
  else
    m_boxes.build(m_elementBoxes, depth);
  m_revision = revision();
}

bool CollisionModel::hasCurrentBoxes() const {
  return !m_boxes.empty() && m_boxes.size() == size() && m_revision == revision();
}

/// A hierarchy that is not current is saved as an empty one: the next detection makes it anew. Revisions are not those
/// of another run.
void CollisionModel::archive(Archive& archive) {
  std::vector<type::BoundingBox> boxes;
  std::vector<type::Index> elements;
  int depth = m_boxes.depth();
  if (!archive.isLoading() && hasCurrentBoxes()) {
    boxes.assign(m_boxes.leaves().begin(), m_boxes.leaves().end());
    elements.assign(m_boxes.elements().begin(), m_boxes.elements().end());
  }
  archive.io(boxes);
  archive.io(elements);
  archive.io(depth);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (!m_boxes.restore(boxes, elements, depth)) return archive.fail();
  m_revision = revision();
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
  m_elementBoxes.resize(size());
  elementBoxes(m_elementBoxes);
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
  if (m_boxes.empty() || !list.shows(type::DisplayFlags::BoundingCollisionModels)) return;
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
