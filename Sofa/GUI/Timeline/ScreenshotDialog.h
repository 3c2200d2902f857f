// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace sofa::gui {

/// Asks how large a picture of the view is to be, and where it goes.
class ScreenshotDialog : public QDialog {
  Q_OBJECT

 public:
  static constexpr int largest = 16384;  ///< pixels of a side
  /// `view`: size of the view in device pixels.
  ScreenshotDialog(QSize view, const QString& file, QWidget* parent = nullptr);

  QSize pictureSize() const;
  QString file() const;

 private:
  void chooseFactor(int index);
  void changeSide(bool width);
  void browse();

  QSize m_view;
  QComboBox* m_factor;
  QSpinBox *m_width, *m_height;
  QCheckBox* m_keepRatio;
  QLineEdit* m_file;
  bool m_changing = false;
};

}  // namespace sofa::gui
