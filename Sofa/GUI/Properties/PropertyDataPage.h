// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMap>
#include <QScrollArea>
#include <QWidget>
#include <vector>

#include "Sofa/GUI/Properties/DataEditor.h"

class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace sofa::gui {

class PropertyRow;

/// The Data of an object in groups that fold, with a filter over names, helps and values.
class PropertyDataPage : public QWidget {
  Q_OBJECT

 public:
  explicit PropertyDataPage(QWidget* parent = nullptr);
  /// Shows another object, or other Data of it.
  void build(const ObjectSnapshot& object, const EditorContext& context);
  void clear();
  /// Brings rows up to date; Data that have none are left out.
  void refresh(const std::vector<DataSnapshot>& data);
  PropertyRow* row(const QString& data) const;
  const std::vector<PropertyRow*>& rows() const { return m_rows; }
  /// Those on the screen.
  std::vector<PropertyRow*> visibleRows() const;
  QLineEdit* filter() const { return m_filter; }

 Q_SIGNALS:
  void plotRequested(const QString& data);
  void colorByRequested(const QString& data);
  void followRequested(const sofa::gui::ObjectHandle& object);
  /// Other rows came on the screen.
  void scrolled();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Group {
    QToolButton* header;
    QWidget* content;
    std::vector<PropertyRow*> rows;
  };
  Group& addGroup(const QString& title);
  void applyFilter();
  void alignNames();

  QLineEdit* m_filter;
  QToolButton* m_changedOnly;
  QScrollArea* m_scroll;
  QWidget* m_content = nullptr;
  std::vector<Group> m_groups;
  std::vector<PropertyRow*> m_rows;
  QMap<QString, bool> m_folded;  // by title, kept from object to object
};

}  // namespace sofa::gui
