// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/ScreenshotDialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace sofa::gui {

ScreenshotDialog::ScreenshotDialog(QSize view, const QString& file, QWidget* parent)
    : QDialog(parent),
      m_view(view.expandedTo({1, 1})),
      m_factor(new QComboBox(this)),
      m_width(new QSpinBox(this)),
      m_height(new QSpinBox(this)),
      m_keepRatio(new QCheckBox("Keep the shape of the view", this)),
      m_file(new QLineEdit(file, this)) {
  setWindowTitle("Screenshot");
  setObjectName("screenshotDialog");
  m_width->setObjectName("widthField");
  m_height->setObjectName("heightField");
  m_file->setObjectName("fileField");
  m_factor->setObjectName("factorField");
  for (const int n : {1, 2, 3, 4, 8})
    if (std::max(m_view.width(), m_view.height()) * n <= largest)
      m_factor->addItem(n == 1 ? QString("As in the window") : QString("%1 times the window").arg(n), n);
  m_factor->addItem("Other", 0);
  for (auto* box : {m_width, m_height}) {
    box->setRange(1, largest);
    box->setSuffix(" px");
  }
  m_keepRatio->setChecked(true);
  chooseFactor(0);
  connect(m_factor, &QComboBox::activated, this, &ScreenshotDialog::chooseFactor);
  connect(m_width, &QSpinBox::valueChanged, this, [this] { changeSide(true); });
  connect(m_height, &QSpinBox::valueChanged, this, [this] { changeSide(false); });

  auto* size = new QHBoxLayout;
  size->addWidget(m_width);
  size->addWidget(new QLabel(QString::fromUtf8("\u00d7"), this));
  size->addWidget(m_height);
  size->addStretch();
  auto* place = new QHBoxLayout;
  auto* browseButton = new QToolButton(this);
  browseButton->setText("...");
  connect(browseButton, &QToolButton::clicked, this, &ScreenshotDialog::browse);
  m_file->setMinimumWidth(360);
  place->addWidget(m_file, 1);
  place->addWidget(browseButton);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_file, &QLineEdit::textChanged, this, [buttons](const QString& text) {
    buttons->button(QDialogButtonBox::Save)->setEnabled(!text.trimmed().isEmpty());
  });
  auto* form = new QFormLayout(this);
  form->addRow("Resolution", m_factor);
  form->addRow("Size", size);
  form->addRow("", m_keepRatio);
  form->addRow("File", place);
  form->addRow(buttons);
}

QSize ScreenshotDialog::pictureSize() const { return {m_width->value(), m_height->value()}; }
QString ScreenshotDialog::file() const {
  const QString name = m_file->text().trimmed();
  return name.endsWith(".png", Qt::CaseInsensitive) ? name : name + ".png";
}

void ScreenshotDialog::chooseFactor(int index) {
  const int factor = m_factor->itemData(index).toInt();
  if (factor == 0) return;
  m_changing = true;
  m_width->setValue(m_view.width() * factor);
  m_height->setValue(m_view.height() * factor);
  m_changing = false;
}

void ScreenshotDialog::changeSide(bool width) {
  if (m_changing) return;
  m_changing = true;
  m_factor->setCurrentIndex(m_factor->findData(0));
  const double ratio = static_cast<double>(m_view.width()) / m_view.height();
  if (m_keepRatio->isChecked()) {
    if (width)
      m_height->setValue(static_cast<int>(std::lround(m_width->value() / ratio)));
    else
      m_width->setValue(static_cast<int>(std::lround(m_height->value() * ratio)));
  }
  m_changing = false;
}

void ScreenshotDialog::browse() {
  const QString file = QFileDialog::getSaveFileName(this, "Save the screenshot", m_file->text(), "Pictures (*.png)");
  if (!file.isEmpty()) m_file->setText(file);
}

}  // namespace sofa::gui
