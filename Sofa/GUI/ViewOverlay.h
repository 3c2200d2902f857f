#pragma once
#include <QFrame>

class QLabel;

namespace sofa::gui {

/// A panel in the middle of the view that tells why there is nothing to see.
class ProblemOverlay : public QFrame {
  Q_OBJECT

 public:
  explicit ProblemOverlay(QWidget* view);
  void tell(const QString& title, const QStringList& lines);
  QString text() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  QLabel *m_title, *m_lines;
};

/// Lists what mouse and keys do (sheet 09 §14.3). A click or a key closes it.
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
