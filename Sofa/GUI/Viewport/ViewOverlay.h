// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QFrame>
#include <vector>

class QLabel;
class QPushButton;

namespace sofa::gui {

/// A panel in the middle of the view that says why the view is empty, and what the user can do about it.
class ProblemOverlay : public QFrame {
  Q_OBJECT

 public:
  explicit ProblemOverlay(QWidget* view);
  /// Shows a text. There is a button if `button` is not empty.
  void tell(const QString& title, const QStringList& lines, const QString& button = {});
  QString text() const;

 Q_SIGNALS:
  void accepted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  QLabel *m_title, *m_lines;
  QPushButton* m_button;
};

/// A line of text at the lower border of the view, with a button for what the user can do about it.
class HintOverlay : public QFrame {
  Q_OBJECT

 public:
  explicit HintOverlay(QWidget* view, const char* name = "hintOverlay");
  /// Shows a text. There is a button if `button` is not empty.
  void tell(const QString& text, const QString& button);
  QString text() const;

 Q_SIGNALS:
  void accepted();
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  QLabel* m_text;
  QPushButton* m_button;
};

/// Leads through a short course beside the picture, one step after the other; what a step asks for ticks it off.
class TutorialOverlay : public QFrame {
  Q_OBJECT

 public:
  struct Step {
    QString title, text;
  };
  TutorialOverlay(QWidget* view, std::vector<Step> steps);
  void start();
  /// The step that is shown, from 0; -1: none.
  int current() const { return isHidden() ? -1 : m_current; }
  /// What step `index` asks for was done.
  void done(int index);

 Q_SIGNALS:
  void moreWanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show(int index);
  void place();
  std::vector<Step> m_steps;
  int m_current = 0;
  QLabel *m_title, *m_text;
  QPushButton *m_back, *m_next;
};

/// Lists what mouse and keys do. A click or a key closes it.
class ControlsOverlay : public QFrame {
  Q_OBJECT

 public:
  explicit ControlsOverlay(QWidget* view);

 Q_SIGNALS:
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void place();
};

}  // namespace sofa::gui
