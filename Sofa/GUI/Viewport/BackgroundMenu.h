// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>

namespace sofa::gui {

class Viewport;

/// Backgrounds for the view: that of the scene, plain ones, or any colour.
class BackgroundMenu : public QMenu {
  Q_OBJECT

 public:
  BackgroundMenu(Viewport& viewport, QWidget* parent);

 public Q_SLOTS:
  /// The one behind the present one that differs from it: the scene's own often is black, as the first of the list.
  void showNext();

 private:
  void choose();

  Viewport& m_viewport;
};

}  // namespace sofa::gui
