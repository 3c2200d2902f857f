// SPDX-License-Identifier: Apache-2.0
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "Sofa/GUI/Viewport/ViewOverlay.h"

// Overlays that help on: what to do where nothing is to be seen, and the tutorial.
namespace sofa::gui {
namespace {

constexpr int viewMargin = 14;  // to the borders of the view (pixels)

constexpr auto hintStyle =
    "QFrame#%1 { background: rgba(28, 32, 40, 235); border: 1px solid rgba(255, 255, 255, 50); border-radius: 8px; }"
    "QFrame#%1 QLabel { color: #e6e8ec; background: transparent; }"
    "QFrame#%1 QPushButton { color: white; background: #2f6fc0; border: none; border-radius: 4px; padding: 5px 14px; }"
    "QFrame#%1 QPushButton:hover { background: #3c82da; }"
    "QFrame#%1 QPushButton:disabled { background: #454b56; color: #9aa0aa; }"
    "QFrame#%1 QToolButton { color: #e6e8ec; border: none; }";

QToolButton* closeButton(QWidget* parent) {
  auto* close = new QToolButton(parent);
  close->setText(QString::fromUtf8("\u2715"));
  close->setToolTip("Close");
  return close;
}

}  // namespace

// --- HintOverlay -----------------------------------------------------------------------------------------------------

HintOverlay::HintOverlay(QWidget* view, const char* name)
    : QFrame(view), m_text(new QLabel(this)), m_button(new QPushButton(this)) {
  setObjectName(name);
  setStyleSheet(QString(hintStyle).arg(objectName()));
  m_text->setWordWrap(true);
  m_button->setObjectName("hintButton");
  auto* close = closeButton(this);
  connect(m_button, &QPushButton::clicked, this, &HintOverlay::accepted);
  connect(close, &QToolButton::clicked, this, [this] {
    hide();
    Q_EMIT closed();
  });
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(14, 9, 8, 9);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_button);
  layout->addWidget(close);
  view->installEventFilter(this);
  hide();
}

void HintOverlay::tell(const QString& text, const QString& button) {
  m_text->setText(text);
  m_button->setText(button);
  m_button->setVisible(!button.isEmpty());
  show();
  place();
  raise();
}

QString HintOverlay::text() const { return m_text->text(); }

void HintOverlay::place() {
  const QSize view = parentWidget()->size();
  const int width = std::min(620, view.width() - 2 * viewMargin);
  const int height = std::max(sizeHint().height(), layout()->hasHeightForWidth() ? heightForWidth(width) : 0);
  setGeometry((view.width() - width) / 2, view.height() - height - 3 * viewMargin, width, height);
}

bool HintOverlay::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

// --- TutorialOverlay -------------------------------------------------------------------------------------------------

TutorialOverlay::TutorialOverlay(QWidget* view, std::vector<Step> steps)
    : QFrame(view),
      m_steps(std::move(steps)),
      m_title(new QLabel(this)),
      m_text(new QLabel(this)),
      m_back(new QPushButton("Back", this)),
      m_next(new QPushButton(this)) {
  setObjectName("tutorialOverlay");
  setStyleSheet(QString(hintStyle).arg(objectName()));
  m_title->setStyleSheet("font-weight: bold; color: #8fc1ff;");
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  m_back->setObjectName("tutorialBack");
  m_next->setObjectName("tutorialNext");
  auto* close = closeButton(this);
  auto* more = new QLabel("<a style='color:#8fc1ff' href='#'>Read more</a>", this);
  connect(more, &QLabel::linkActivated, this, &TutorialOverlay::moreWanted);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  connect(m_back, &QPushButton::clicked, this, [this] { show(m_current - 1); });
  connect(m_next, &QPushButton::clicked, this,
          [this] { m_current + 1 < static_cast<int>(m_steps.size()) ? show(m_current + 1) : hide(); });
  auto* top = new QHBoxLayout;
  top->addWidget(m_title, 1);
  top->addWidget(close);
  auto* bottom = new QHBoxLayout;
  bottom->addWidget(more, 1);
  bottom->addWidget(m_back);
  bottom->addWidget(m_next);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 8, 10, 12);
  layout->addLayout(top);
  layout->addWidget(m_text, 1);
  layout->addLayout(bottom);
  view->installEventFilter(this);
  hide();
}

void TutorialOverlay::start() { show(0); }

void TutorialOverlay::show(int index) {
  m_current = index;
  const int count = static_cast<int>(m_steps.size());
  const auto& step = m_steps[static_cast<std::size_t>(index)];
  m_title->setText(QString("%1 of %2   %3").arg(index + 1).arg(count).arg(step.title));
  m_text->setText(step.text);
  m_back->setEnabled(index > 0);
  m_next->setText(index + 1 < count ? "Next" : "Done");
  QFrame::show();
  place();
  raise();
}

void TutorialOverlay::done(int index) {
  if (current() != index) return;
  m_title->setText(QString::fromUtf8("\u2713 ") + m_title->text().remove(QString::fromUtf8("\u2713 ")));
}

void TutorialOverlay::place() {
  const QSize view = parentWidget()->size();
  const int width = std::min(380, view.width() - 2 * viewMargin);
  setGeometry(viewMargin, viewMargin, width,
              std::min(view.height() - 2 * viewMargin, layout()->totalHeightForWidth(width)));
}

bool TutorialOverlay::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

}  // namespace sofa::gui
