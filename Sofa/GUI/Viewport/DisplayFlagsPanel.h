// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>

#include "Sofa/GUI/Session/Selection.h"

class QLabel;

namespace sofa::type {
struct DisplayFlags;
}

namespace sofa::gui {

class DataEdits;
class DisplayFlagsTree;
class Session;

/// What the whole scene shows: the flags of the root's VisualStyle, which is added when they are first changed and
/// there is none.
class DisplayFlagsPanel : public QWidget {
  Q_OBJECT

 public:
  DisplayFlagsPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  /// Makes the changes from now on, so that they can be undone; null: directly.
  void setEdits(DataEdits* edits) { m_edits = edits; }
  DisplayFlagsTree* tree() const { return m_tree; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void write(const type::DisplayFlags& flags);

  Session& m_session;
  Selection& m_selection;
  DataEdits* m_edits = nullptr;
  DisplayFlagsTree* m_tree;
  QLabel* m_style;
  ObjectHandle m_styleHandle;  // empty: the root has none
  QTimer m_later;              // reads back at most 10 times a second
  bool m_asking = false;
};

}  // namespace sofa::gui
