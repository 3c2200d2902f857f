// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/DisplayFlagsTree.h"

#include <QHBoxLayout>

#include "Sofa/GUI/Properties/DataEditor.h"
#include "Sofa/Type/Text.h"

namespace sofa::gui {
namespace {

using Flags = type::DisplayFlags;
constexpr int flagRole = Qt::UserRole;  // of leaves: their flag
constexpr int rowSpace = 5;             // between the texts of two rows

bool isLeaf(const QTreeWidgetItem* item) { return item->childCount() == 0; }
Flags::Flag flagOf(const QTreeWidgetItem* item) { return static_cast<Flags::Flag>(item->data(0, flagRole).toInt()); }

}  // namespace

QString displayFlagsText(const Flags& flags) {
  const std::string text = type::toText(flags);
  return text.empty() ? QString(" ") : QString::fromStdString(text);
}

DisplayFlagsTree::DisplayFlagsTree(Neutral neutral, QWidget* parent) : QTreeWidget(parent), m_neutral(neutral) {
  setHeaderHidden(true);
  setUniformRowHeights(true);
  setSelectionMode(NoSelection);
  setFrameShape(NoFrame);
  viewport()->setAutoFillBackground(false);  // empty boxes would not show on their own colour
  build();
  expandAll();
  display();
  connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
    if (!m_showing) changed(item);
  });
}

QTreeWidgetItem* DisplayFlagsTree::addGroup(QTreeWidgetItem* parent, const QString& name, const QString& help) {
  auto* item = parent ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(this);
  item->setText(0, name);
  item->setToolTip(0, help);
  item->setSizeHint(0, QSize(0, fontMetrics().height() + rowSpace));
  item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
  return item;
}

void DisplayFlagsTree::addLeaf(QTreeWidgetItem* parent, Flags::Flag flag, const QString& name, const QString& help) {
  auto* item = addGroup(parent, name, help);
  item->setData(0, flagRole, flag);
  if (m_neutral == Neutral::halfChecked) item->setFlags(item->flags() | Qt::ItemIsUserTristate);
}

void DisplayFlagsTree::build() {
  m_showing = true;
  auto* all = addGroup(nullptr, tr("All"), tr("Everything that components show"));
  auto* visual = addGroup(all, tr("Visual"), tr("What the scene looks like"));
  addLeaf(visual, Flags::VisualModels, tr("Visual models"), tr("Surfaces with their materials and textures"));
  auto* behavior = addGroup(all, tr("Behavior"), tr("What moves the bodies"));
  addLeaf(behavior, Flags::BehaviorModels, tr("Behavior models"),
          tr("Mechanical states, constraints, topologies, boxes"));
  addLeaf(behavior, Flags::ForceFields, tr("Force fields"), tr("Elements, springs, loads"));
  addLeaf(behavior, Flags::InteractionForceFields, tr("Interaction force fields"), tr("Forces between two bodies"));
  auto* collision = addGroup(all, tr("Collision"), tr("What bodies collide with"));
  addLeaf(collision, Flags::CollisionModels, tr("Collision models"),
          tr("Points, lines, triangles and spheres that touch"));
  addLeaf(collision, Flags::BoundingCollisionModels, tr("Bounding collision models"), tr("The boxes around them"));
  addLeaf(collision, Flags::DetectionOutputs, tr("Detection outputs"), tr("Where bodies come near each other"));
  auto* mapping = addGroup(all, tr("Mapping"), tr("What links states to each other"));
  addLeaf(mapping, Flags::Mappings, tr("Visual mappings"), tr("To visual models"));
  addLeaf(mapping, Flags::MechanicalMappings, tr("Mechanical mappings"), tr("To other mechanical states"));
  auto* options = addGroup(nullptr, tr("Options"), tr("How it is drawn"));
  addLeaf(options, Flags::Rendering, tr("Advanced rendering"), tr("The details of some components"));
  addLeaf(options, Flags::Wireframe, tr("Wireframe"), tr("Surfaces as the edges of their faces"));
  addLeaf(options, Flags::Normals, tr("Normals"), tr("The normals of surfaces"));
  m_showing = false;
}

QSize DisplayFlagsTree::sizeHint() const {
  constexpr int rows = 18;
  return {220, rows * (fontMetrics().height() + rowSpace) + 2};
}

void DisplayFlagsTree::setFlags(const Flags& flags) {
  m_flags = flags;
  display();
}

void DisplayFlagsTree::setReadOnly(bool readOnly) { setEnabled(!readOnly); }

Qt::CheckState DisplayFlagsTree::leafState(Flags::Flag flag) const {
  switch (m_flags[flag]) {
    case Flags::State::show:
      return Qt::Checked;
    case Flags::State::hide:
      return Qt::Unchecked;
    case Flags::State::unset:
      break;
  }
  if (m_neutral == Neutral::halfChecked) return Qt::PartiallyChecked;
  return flag == Flags::VisualModels ? Qt::Checked : Qt::Unchecked;
}

Qt::CheckState DisplayFlagsTree::displayItem(QTreeWidgetItem* item) {
  Qt::CheckState state = isLeaf(item) ? leafState(flagOf(item)) : displayItem(item->child(0));
  for (int i = 1; i < item->childCount(); ++i)
    if (displayItem(item->child(i)) != state) state = Qt::PartiallyChecked;
  item->setCheckState(0, state);
  return state;
}

void DisplayFlagsTree::display() {
  m_showing = true;
  for (int i = 0; i < topLevelItemCount(); ++i) displayItem(topLevelItem(i));
  m_showing = false;
}

void DisplayFlagsTree::setLeaves(QTreeWidgetItem* item, Flags::State state) {
  if (isLeaf(item)) m_flags.states[flagOf(item)] = state;
  for (int i = 0; i < item->childCount(); ++i) setLeaves(item->child(i), state);
}

void DisplayFlagsTree::changed(QTreeWidgetItem* item) {
  const auto checked = item->checkState(0);
  setLeaves(item, checked == Qt::Checked     ? Flags::State::show
                  : checked == Qt::Unchecked ? Flags::State::hide
                                             : Flags::State::unset);
  display();
  Q_EMIT edited(displayFlagsText(m_flags));
}

namespace {

class FlagsEditor : public DataEditor {
 public:
  explicit FlagsEditor(QWidget* parent)
      : DataEditor(parent), m_tree(new DisplayFlagsTree(DisplayFlagsTree::Neutral::halfChecked, this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tree);
    m_tree->setFixedHeight(m_tree->sizeHint().height());
    m_tree->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_tree, &DisplayFlagsTree::edited, this, &DataEditor::edited);
  }
  bool isWide() const override { return true; }

 protected:
  void display() override {
    Flags flags;
    const std::string text = m_snapshot.text.toStdString();
    type::TextReader in(text);
    type::TextTraits<Flags>::read(in, flags);
    m_tree->setFlags(flags);
    m_tree->setReadOnly(isReadOnly());
  }

 private:
  DisplayFlagsTree* m_tree;
};

}  // namespace

DataEditor* makeFlagsEditor(QWidget* parent) { return new FlagsEditor(parent); }

}  // namespace sofa::gui
