// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

class QWidget;

namespace sofa::gui {

class Session;
class Viewport;

/// Writes what the view shows into pictures.
class Screenshots : public QObject {
  Q_OBJECT

 public:
  /// The dialog is asked in front of `window`.
  Screenshots(const Session& session, Viewport& viewport, QWidget& window);

  /// As a png of that size (pixels). False, after failed(), if it cannot be written.
  bool save(const QString& file, int width, int height);
  /// SCENE_NUMBER.png in the scene's folder, or in the current one if that is not writable, with the first number of
  /// eight digits that is not taken.
  QString firstFreeFile() const;

 public Q_SLOTS:
  void dialog();

 Q_SIGNALS:
  void saved(const QString& file);
  void failed(const QString& problem);

 private:
  const Session& m_session;
  Viewport& m_viewport;
  QWidget& m_window;
};

}  // namespace sofa::gui
