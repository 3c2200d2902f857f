// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPalette>

class QMenu;

namespace sofa::gui {

/// Dark or light colours for the whole application: as the desktop has them, or as the user chose.
class Theme : public QObject {
  Q_OBJECT

 public:
  enum class Choice { desktop, light, dark };
  explicit Theme(QObject* parent = nullptr);

  Choice choice() const { return m_choice; }
  /// Applied at once and remembered.
  void choose(Choice choice);
  bool isDark() const;
  /// Adds the choices to a menu.
  void addTo(QMenu& menu);

 private:
  void apply();
  void askDesktop();

  Choice m_choice = Choice::desktop;
  bool m_desktopDark = false;
};

QPalette lightPalette();
QPalette darkPalette();

}  // namespace sofa::gui
