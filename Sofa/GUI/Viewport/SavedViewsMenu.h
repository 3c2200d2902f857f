// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>

#include "Sofa/GUI/Viewport/Viewport.h"

namespace sofa::gui {

/// The views saved under names beside a scene, as SCENE.NAME.view: look from one, save one, delete one.
class SavedViewsMenu : public QMenu {
  Q_OBJECT

 public:
  SavedViewsMenu(Session& session, Viewport& viewport, QWidget* parent);

  QStringList names() const;
  /// False, after a message, if the name cannot be part of a file's or the file cannot be written.
  bool save(const QString& name);
  bool remove(const QString& name);
  /// Asks for a name.
  void saveDialog();

 Q_SIGNALS:
  /// What was done, or why it could not be.
  void told(const QString& text);

 private:
  QString fileOf(const QString& name) const;
  void fill();

  Session& m_session;
  Viewport& m_viewport;
};

}  // namespace sofa::gui
