// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

#include "Sofa/GUI/Properties/DataSnapshot.h"

namespace sofa::gui {

class DataEdits;
class Session;

/// Where an editor's value comes from and goes to.
struct EditorContext {
  Session* session = nullptr;
  DataEdits* edits = nullptr;
  ObjectHandle object;
};

/// Shows the value of a Data and lets it be changed. What the user wants goes out as text through edited(); the new
/// value comes back with a snapshot.
class DataEditor : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;
  void setSnapshot(const DataSnapshot& snapshot) {
    m_snapshot = snapshot;
    display();
  }
  const DataSnapshot& snapshot() const { return m_snapshot; }
  /// Outputs, and Data that follow others, can be looked at and copied only.
  bool isReadOnly() const { return m_snapshot.readOnly || !m_snapshot.linkPath.isEmpty(); }
  /// Gives up what the user typed.
  virtual void restore() { display(); }
  /// The editor wants the whole width below the name, not the place beside it.
  virtual bool isWide() const { return false; }

 Q_SIGNALS:
  void edited(const QString& text);
  /// The input makes no value, which the editor saw itself.
  void problem(const QString& why);
  /// isWide() says something else now.
  void widthChanged();

 protected:
  virtual void display() = 0;

  DataSnapshot m_snapshot;
};

/// The editor for a Data of that kind, with nothing shown yet.
DataEditor* makeDataEditor(const DataSnapshot& snapshot, const EditorContext& context, QWidget* parent);

// Of makeDataEditor's, in files of their own.
DataEditor* makeColorEditor(QWidget* parent);
DataEditor* makeMaterialEditor(QWidget* parent);
DataEditor* makeFlagsEditor(QWidget* parent);
DataEditor* makeListEditor(const EditorContext& context, QWidget* parent);
DataEditor* makeTextEditor(const EditorContext& context, bool file, QWidget* parent);

}  // namespace sofa::gui
