// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/ViewOverlay.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace sofa::gui {
namespace {

constexpr auto overlayStyle =
    "QFrame#%1 { background: rgba(20, 22, 26, %2); border: 1px solid rgba(255, 255, 255, 40); border-radius: 8px; }"
    "QFrame#%1 QLabel { color: #e6e8ec; background: transparent; }";

struct Binding {
  const char *keys, *effect;
};
struct Group {
  const char* title;
  std::vector<Binding> bindings;
};

const std::vector<Group>& leftColumn() {
  static const std::vector<Group> groups = {
      {"Mouse",
       {{"Left drag", "rotate"},
        {"Right drag", "pan"},
        {"Middle drag, wheel", "zoom"},
        {"Click", "select"},
        {"Double click", "select and frame"},
        {"Alt + left drag", "move the light of scenes without lights"},
        {"Shift + left, middle, right", "operations on bodies"}}},
      {"Simulation",
       {{"Space", "play, pause"},
        {"N", "one step"},
        {"Backspace", "reset"},
        {"Ctrl+R", "load the scene again"},
        {"Ctrl + key", "key event to the scene"}}},
  };
  return groups;
}

const std::vector<Group>& rightColumn() {
  static const std::vector<Group> groups = {
      {"View",
       {{"Home, C", "show the whole scene"},
        {"Shift+Home", "follow the scene when it leaves the view"},
        {"F", "frame the selection"},
        {"1, 3, 7 (Ctrl: opposite)", "front, right, top"},
        {"0", "isometric view"},
        {"T", "perspective, orthographic"},
        {"W, Shift+W", "save the view, go back to it"},
        {"A, G, R", "axes, grid, bounding box"},
        {"B", "next background"},
        {"M", "measure distances and angles"},
        {"Ctrl+L", "shadows"},
        {"F11", "full screen"}}},
      {"Pictures",
       {{"S", "screenshot"}, {"V", "start, end a film"}, {"O", "export as OBJ"}, {"P", "OBJ at every step"}}},
      {"Window",
       {{"Ctrl+O", "open"},
        {"Ctrl+S, Ctrl+Shift+S", "save, save as"},
        {"Ctrl+J", "show, fold the lower panels"},
        {"H", "this list"},
        {"Esc", "leave full screen, close this list"}}},
  };
  return groups;
}

void fill(QGridLayout& grid, int column, const std::vector<Group>& groups) {
  int row = 0;
  for (const auto& group : groups) {
    auto* title = new QLabel(QString("<b>%1</b>").arg(group.title));
    title->setContentsMargins(0, row > 0 ? 8 : 0, 0, 0);
    grid.addWidget(title, row++, column, 1, 2);
    for (const auto& b : group.bindings) {
      auto* keys = new QLabel(b.keys);
      keys->setStyleSheet("color: #8fc1ff;");
      grid.addWidget(keys, row, column);
      grid.addWidget(new QLabel(b.effect), row++, column + 1);
    }
  }
  grid.setRowStretch(row, 1);
}

}  // namespace

// --- ProblemOverlay --------------------------------------------------------------------------------------------------

ProblemOverlay::ProblemOverlay(QWidget* view)
    : QFrame(view), m_title(new QLabel(this)), m_lines(new QLabel(this)), m_button(new QPushButton(this)) {
  setObjectName("problemOverlay");
  setStyleSheet(QString(overlayStyle).arg(objectName()).arg(235));
  m_title->setStyleSheet("font-weight: bold; color: #ff9b8e;");
  m_title->setWordWrap(true);
  m_lines->setWordWrap(true);
  m_lines->setTextFormat(Qt::PlainText);
  m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton(this);
  close->setText(QString::fromUtf8("\u2715"));
  close->setAutoRaise(true);
  close->setStyleSheet("color: #e6e8ec; border: none;");
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  m_button->setObjectName("problemButton");
  m_button->hide();
  connect(m_button, &QPushButton::clicked, this, &ProblemOverlay::accepted);
  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(16, 12, 12, 16);
  layout->addWidget(m_title, 0, 0);
  layout->addWidget(close, 0, 1, Qt::AlignTop | Qt::AlignRight);
  layout->addWidget(m_lines, 1, 0, 1, 2);
  layout->addWidget(m_button, 2, 0, 1, 2, Qt::AlignLeft);
  layout->setColumnStretch(0, 1);
  view->installEventFilter(this);
  hide();
}

void ProblemOverlay::tell(const QString& title, const QStringList& lines, const QString& button) {
  m_title->setText(title);
  m_lines->setText(lines.join("\n\n"));
  m_lines->setVisible(!lines.isEmpty());
  m_button->setText(button);
  m_button->setVisible(!button.isEmpty());
  place();
  show();
  raise();
}

QString ProblemOverlay::text() const { return m_title->text() + "\n" + m_lines->text(); }

void ProblemOverlay::place() {
  const QSize view = parentWidget()->size();
  const int width = std::min(640, view.width() - 40);
  const int height =
      std::min(view.height() - 40, std::max(heightForWidth(width), layout()->minimumHeightForWidth(width)));
  setGeometry((view.width() - width) / 2, (view.height() - height) / 3, width, height);
}

bool ProblemOverlay::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

// --- ControlsOverlay -------------------------------------------------------------------------------------------------

ControlsOverlay::ControlsOverlay(QWidget* view) : QFrame(view) {
  setObjectName("controlsOverlay");
  setStyleSheet(QString(overlayStyle).arg(objectName()).arg(225));
  auto* columns = new QHBoxLayout(this);
  columns->setContentsMargins(24, 18, 24, 18);
  columns->setSpacing(36);
  for (const auto* groups : {&leftColumn(), &rightColumn()}) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(4);
    fill(*grid, 0, *groups);
    columns->addLayout(grid);
  }
  view->installEventFilter(this);
  hide();
}

void ControlsOverlay::place() {
  adjustSize();
  const QSize view = parentWidget()->size();
  move((view.width() - width()) / 2, std::max(0, (view.height() - height()) / 2));
}

bool ControlsOverlay::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QFrame::eventFilter(watched, event);
}

void ControlsOverlay::mousePressEvent(QMouseEvent*) {
  hide();
  Q_EMIT closed();
}

}  // namespace sofa::gui
