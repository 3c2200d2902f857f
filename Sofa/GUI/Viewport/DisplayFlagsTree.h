// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTreeWidget>
#include <vector>

#include "Sofa/Type/Values.h"

namespace sofa::gui {

/// The display flags as a tree of groups (docs/manual/visual.md, "Display flags") with check boxes. A group is checked
/// if all below it is, half if some is; checking it shows all of it, else all is hidden.
class DisplayFlagsTree : public QTreeWidget {
  Q_OBJECT

 public:
  /// What a flag without a word looks like: half checked, for styles whose node has others above; or as what it then
  /// means, for the root, where only visual models are shown.
  enum class Neutral { halfChecked, resolved };
  explicit DisplayFlagsTree(Neutral neutral, QWidget* parent = nullptr);

  void setFlags(const type::DisplayFlags& flags);
  const type::DisplayFlags& flags() const { return m_flags; }
  void setReadOnly(bool readOnly);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, 80}; }

 Q_SIGNALS:
  /// The user changed flags(); its text is what a scene would hold, a blank for no words at all.
  void edited(const QString& text);

 private:
  void build();
  QTreeWidgetItem* addGroup(QTreeWidgetItem* parent, const QString& name, const QString& help);
  void addLeaf(QTreeWidgetItem* parent, type::DisplayFlags::Flag flag, const QString& name, const QString& help);
  void changed(QTreeWidgetItem* item);
  void setLeaves(QTreeWidgetItem* item, type::DisplayFlags::State state);
  void display();
  Qt::CheckState displayItem(QTreeWidgetItem* item);
  Qt::CheckState leafState(type::DisplayFlags::Flag flag) const;

  Neutral m_neutral;
  type::DisplayFlags m_flags;
  bool m_showing = false;
};

/// The words of a scene for these flags; a blank for none, which a Data takes for no flags rather than no value.
QString displayFlagsText(const type::DisplayFlags& flags);

}  // namespace sofa::gui
