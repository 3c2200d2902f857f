// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/ExampleDialog.h"

#include <QDialogButtonBox>
#include <QDirIterator>
#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "Sofa/Helper/ResourcePath.h"

namespace sofa::gui {
namespace {

constexpr QSize pictureSize(240, 180);

struct Group {
  const char *category, *title;
};
/// Titles and order as in docs/site/gallery.py.
constexpr Group groups[] = {{"Topology", "Organs, cutting, tearing"},
                            {"Python", "Python: robots, sweeps, learning"},
                            {"SolidMechanics", "Cloth, rubber, shells"},
                            {"Fluid", "Fluids"},
                            {"Collision", "Contact"},
                            {"Beam", "Catheters and wires"},
                            {"Interaction", "To play with"},
                            {"Demos", "First scenes"},
                            {"ODESolver", "Time integration"},
                            {"LinearSolver", "Linear solvers"},
                            {"Visual", "Shaders"},
                            {"CUDA", "On a GPU"},
                            {"Verification", "Verification"}};

const Group* groupOf(const QString& category) {
  return std::find_if(std::begin(groups), std::end(groups), [&](const Group& g) { return category == g.category; });
}

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
    const auto* group = groupOf(category);
    all.push_back({file.absoluteFilePath(), category, name.left(1).toUpper() + name.mid(1),
                   group == std::end(groups) ? category : QString(group->title), firstComment(file.filePath()),
                   QFileInfo::exists(picture) ? picture : QString()});
  }
  std::sort(all.begin(), all.end(), [](const Example& a, const Example& b) {
    return std::tuple(groupOf(a.category), a.category, a.name) < std::tuple(groupOf(b.category), b.category, b.name);
  });
  return all;
}

ExampleDialog::ExampleDialog(QWidget* parent)
    : QDialog(parent),
      m_examples(examples()),
      m_search(new QLineEdit(this)),
      m_groups(new QListWidget(this)),
      m_list(new QListWidget(this)),
      m_help(new QLabel(this)) {
  setObjectName("exampleDialog");
  setWindowTitle("Open an example");
  m_search->setObjectName("exampleSearch");
  m_search->setPlaceholderText("Search names, groups and what scenes say of themselves");
  m_search->setClearButtonEnabled(true);
  fillGroups();
  fillList();
  m_help->setWordWrap(true);
  m_help->setMinimumHeight(2 * fontMetrics().lineSpacing());
  m_help->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  m_open = buttons->button(QDialogButtonBox::Open);
  auto* middle = new QHBoxLayout;
  middle->addWidget(m_groups);
  middle->addWidget(m_list, 1);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_search);
  layout->addLayout(middle, 1);
  layout->addWidget(m_help);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_list, &QListWidget::itemActivated, this, &QDialog::accept);
  connect(m_list, &QListWidget::currentRowChanged, this, &ExampleDialog::describe);
  connect(m_search, &QLineEdit::textChanged, this, &ExampleDialog::filter);
  connect(m_groups, &QListWidget::currentRowChanged, this, &ExampleDialog::filter);
  m_list->setCurrentRow(0);
  describe();
  m_search->setFocus();
  resize(1080, 680);
}

void ExampleDialog::fillGroups() {
  m_groups->setObjectName("exampleGroups");
  m_groups->addItem("All");
  for (const auto& example : m_examples)
    if (m_groups->item(m_groups->count() - 1)->text() != example.group) m_groups->addItem(example.group);
  m_groups->setCurrentRow(0);
  m_groups->setFixedWidth(m_groups->sizeHintForColumn(0) + 2 * m_groups->frameWidth() + 12);
}

void ExampleDialog::fillList() {
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
                                     QString("%1\n%2").arg(example.name, example.group), m_list);
    item->setData(Qt::UserRole, example.file);
    item->setToolTip(example.help);
  }
}

/// Those of the group that hold all words.
void ExampleDialog::filter() {
  const QStringList words = m_search->text().split(' ', Qt::SkipEmptyParts);
  const auto* group = m_groups->currentRow() > 0 ? m_groups->currentItem() : nullptr;
  int first = -1;
  for (int row = 0; row < m_list->count(); ++row) {
    const auto& example = m_examples[static_cast<std::size_t>(row)];
    const QString text = QStringList{example.name, example.group, example.category, example.help}.join('\n');
    const bool shown =
        (!group || example.group == group->text()) &&
        std::all_of(words.begin(), words.end(), [&](const auto& w) { return text.contains(w, Qt::CaseInsensitive); });
    m_list->item(row)->setHidden(!shown);
    if (shown && first < 0) first = row;
  }
  const auto* current = m_list->currentItem();
  if (!current || current->isHidden()) m_list->setCurrentRow(first);
  if (m_list->currentItem()) m_list->scrollToItem(m_list->currentItem());
  describe();
}

void ExampleDialog::describe() {
  const int row = m_list->currentRow();
  const char* none = m_examples.empty() ? "No examples are installed." : "No example of this group holds these words.";
  m_open->setEnabled(row >= 0);
  m_help->setText(row >= 0 ? m_examples[static_cast<std::size_t>(row)].help : none);
}

QString ExampleDialog::chosen() const {
  const auto* item = m_list->currentItem();
  return item ? item->data(Qt::UserRole).toString() : QString();
}

}  // namespace sofa::gui
