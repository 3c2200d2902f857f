// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/ExampleDialog.h"

#include <QDialogButtonBox>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "Sofa/Helper/ResourcePath.h"

namespace sofa::gui {
namespace {

constexpr QSize pictureSize(240, 180);

QString shareFolder() { return QString::fromStdString((helper::installationPrefix() / "share" / "sofa").string()); }

/// The first comment, or text of a program, tells what a scene is about.
QString firstComment(const QString& file) {
  QFile scene(file);
  constexpr qint64 most = 4096;
  if (!scene.open(QIODevice::ReadOnly)) return {};
  static const QRegularExpression comment("<!--(.*?)-->|\"\"\"(.*?)\"\"\"",
                                          QRegularExpression::DotMatchesEverythingOption);
  const auto found = comment.match(QString::fromUtf8(scene.read(most)));
  return (found.captured(1) + found.captured(2)).simplified();
}

QPixmap blank() {
  QPixmap picture(pictureSize);
  picture.fill(QColor(70, 76, 86));
  QPainter painter(&picture);
  painter.setPen(Qt::white);
  painter.drawText(picture.rect(), Qt::AlignCenter, "no picture");
  return picture;
}

}  // namespace

std::vector<Example> examples() {
  std::vector<Example> all;
  const QString folder = shareFolder() + "/examples";
  for (QDirIterator it(folder, {"*.scn", "*.py"}, QDir::Files,
                       QDirIterator::Subdirectories | QDirIterator::FollowSymlinks);
       it.hasNext();) {
    const QFileInfo file(it.next());
    const QString category = file.dir().dirName();
    if (category == "plugin") continue;  // needs what its own folder builds
    QString name = file.completeBaseName();
    name.replace('_', ' ').replace('-', ' ');
    const QString picture = QString("%1/thumbnails/%2/%3.png").arg(shareFolder(), category, file.completeBaseName());
    all.push_back({file.absoluteFilePath(), category, name.left(1).toUpper() + name.mid(1),
                   firstComment(file.filePath()), QFileInfo::exists(picture) ? picture : QString()});
  }
  std::sort(all.begin(), all.end(), [](const Example& a, const Example& b) {
    const bool aIsDemo = a.category == "Demos", bIsDemo = b.category == "Demos";
    return aIsDemo != bIsDemo ? aIsDemo : std::pair(a.category, a.name) < std::pair(b.category, b.name);
  });
  return all;
}

ExampleDialog::ExampleDialog(QWidget* parent)
    : QDialog(parent), m_examples(examples()), m_list(new QListWidget(this)), m_help(new QLabel(this)) {
  setObjectName("exampleDialog");
  setWindowTitle("Open an example");
  m_list->setObjectName("exampleList");
  m_list->setViewMode(QListView::IconMode);
  m_list->setIconSize(pictureSize);
  m_list->setResizeMode(QListView::Adjust);
  m_list->setMovement(QListView::Static);
  m_list->setSpacing(10);
  m_list->setWordWrap(true);
  for (const auto& example : m_examples) {
    QPixmap picture(example.picture);
    if (picture.isNull()) picture = blank();
    auto* item = new QListWidgetItem(QIcon(picture.scaled(pictureSize, Qt::KeepAspectRatio, Qt::SmoothTransformation)),
                                     QString("%1\n%2").arg(example.name, example.category), m_list);
    item->setData(Qt::UserRole, example.file);
    item->setToolTip(example.help);
  }
  m_help->setWordWrap(true);
  m_help->setMinimumHeight(2 * fontMetrics().lineSpacing());
  m_help->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  m_open = buttons->button(QDialogButtonBox::Open);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_list, 1);
  layout->addWidget(m_help);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_list, &QListWidget::itemActivated, this, &QDialog::accept);
  connect(m_list, &QListWidget::currentRowChanged, this, &ExampleDialog::describe);
  m_list->setCurrentRow(0);
  describe();
  resize(860, 640);
}

void ExampleDialog::describe() {
  const int row = m_list->currentRow();
  m_open->setEnabled(row >= 0);
  m_help->setText(row >= 0 ? m_examples[static_cast<std::size_t>(row)].help : "No examples are installed.");
}

QString ExampleDialog::chosen() const {
  const auto* item = m_list->currentItem();
  return item ? item->data(Qt::UserRole).toString() : QString();
}

}  // namespace sofa::gui
