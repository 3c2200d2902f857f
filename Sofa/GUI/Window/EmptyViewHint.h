// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

class QWidget;

namespace sofa::gui {

class HintOverlay;
class SceneEdits;
class Session;
class Viewport;

/// Tells why nothing of a scene is to be seen, and what can be done about it: a black picture is no answer. Once
/// closed, it stays away until another scene is loaded.
class EmptyViewHint : public QObject {
  Q_OBJECT

 public:
  /// Lies in `view`, unless `problem` does.
  EmptyViewHint(Session& session, SceneEdits& edits, const Viewport& viewport, QWidget& view, const QWidget& problem);

 private:
  bool isEmpty() const;
  void update();
  void showEverything();

  Session& m_session;
  SceneEdits& m_edits;
  const Viewport& m_viewport;
  const QWidget& m_problem;
  HintOverlay* m_overlay;
  bool m_closed = false;
};

}  // namespace sofa::gui
