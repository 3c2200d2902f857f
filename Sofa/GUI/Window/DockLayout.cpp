// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/DockLayout.h"

#include <QDockWidget>
#include <QEvent>
#include <QTabBar>

namespace sofa::gui {
namespace {

constexpr double sidePart = 0.22;  // of the width of a window
constexpr int leastSide = 250;     // pixels that the tabs of a side take

}  // namespace

DockLayout::DockLayout(QMainWindow& window) : m_window(window) {
  for (auto* timer : {&m_update, &m_fit}) timer->setSingleShot(true);
  connect(&m_update, &QTimer::timeout, this, &DockLayout::update);
  connect(&m_fit, &QTimer::timeout, this, &DockLayout::fit);
  m_window.installEventFilter(this);
}

DockLayout::~DockLayout() {
  for (auto& [dock, none] : m_noTitles) dock->disconnect(this);
}

void DockLayout::add(QDockWidget& dock) {
  m_docks.append(&dock);
  auto* none = new QWidget(&dock);
  none->hide();
  m_noTitles[&dock] = none;
  const auto later = [this] { m_update.start(0); };
  connect(&dock, &QDockWidget::dockLocationChanged, this, later);
  connect(&dock, &QDockWidget::topLevelChanged, this, later);
  connect(&dock, &QDockWidget::visibilityChanged, this, later);
  connect(&dock, &QObject::destroyed, this, [this, &dock] {
    m_docks.removeAll(&dock);
    m_noTitles.erase(&dock);
  });
}

bool DockLayout::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &m_window && event->type() == QEvent::Show) {
    if (auto* view = m_window.centralWidget()) view->installEventFilter(this);
    if (std::exchange(m_sizesWhenShown, false)) sizePanels();
    m_update.start(0);
  }
  if (event->type() == QEvent::Resize && m_window.isVisible()) {
    if (watched == &m_window)
      m_fit.start(0);
    else if (m_window.width() == m_width)
      m_part = static_cast<double>(m_window.centralWidget()->width()) / m_width;
  }
  return QObject::eventFilter(watched, event);
}

void DockLayout::update() {
  if (m_window.centralWidget() && m_width == 0) {
    m_width = m_window.width();
    m_part = static_cast<double>(m_window.centralWidget()->width()) / m_width;
  }
  for (auto* dock : m_docks) {
    const auto beside = m_window.tabifiedDockWidgets(dock);
    const bool isTab = !dock->isFloating() &&
                       std::any_of(beside.begin(), beside.end(), [](const auto* other) { return !other->isHidden(); });
    auto* title = isTab ? m_noTitles.at(dock) : nullptr;
    if (dock->titleBarWidget() != title) dock->setTitleBarWidget(title);
  }
  for (auto* tabs : m_window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    tabs->setElideMode(Qt::ElideNone);
    tabs->setUsesScrollButtons(true);
    tabs->setExpanding(false);
  }
}

QDockWidget* DockLayout::shownIn(Qt::DockWidgetArea area) const {
  for (auto* dock : m_docks)
    if (m_window.dockWidgetArea(dock) == area && !dock->isFloating() && dock->isVisible() &&
        !dock->visibleRegion().isEmpty())
      return dock;
  return nullptr;
}

void DockLayout::sizePanels() {
  const int side = std::clamp(static_cast<int>(sidePart * m_window.width()), leastSide, 360);
  for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
    for (auto* dock : m_docks)
      if (m_window.dockWidgetArea(dock) == area && !dock->isHidden()) {
        m_window.resizeDocks({dock}, {side}, Qt::Horizontal);
        break;
      }
  m_update.start(0);
}

void DockLayout::reset() {
  m_window.restoreState(m_first);
  sizePanels();
}

/// Panels make room for the view where the window has become small: it keeps the part of the width that it had, up to
/// what it has at first.
void DockLayout::fit() {
  if (!m_window.centralWidget()) return;
  m_width = m_window.width();
  shrink({Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}, Qt::Horizontal, m_window.centralWidget()->width(),
         m_window.width(), std::min(m_part, 1 - sidePart));
  shrink({Qt::BottomDockWidgetArea, Qt::TopDockWidgetArea}, Qt::Vertical, m_window.centralWidget()->height(),
         m_window.height(), 0);
}

void DockLayout::shrink(const QList<Qt::DockWidgetArea>& areas, Qt::Orientation direction, int view, int whole,
                        double part) {
  QList<QDockWidget*> docks;
  QList<int> sizes;
  int sum = 0;
  for (const auto area : areas)
    if (auto* dock = shownIn(area)) {
      docks.append(dock);
      sizes.append(direction == Qt::Horizontal ? dock->width() : dock->height());
      sum += sizes.back();
    }
  const int half = whole / 2 - view, wanted = static_cast<int>(part * whole) - view;
  const int missing = std::max(half, std::min(wanted, sum - leastSide));
  if (missing <= 0 || sum <= missing) return;
  for (int& size : sizes) size -= (size * missing + sum - 1) / sum;
  m_window.resizeDocks(docks, sizes, direction);
}

}  // namespace sofa::gui
