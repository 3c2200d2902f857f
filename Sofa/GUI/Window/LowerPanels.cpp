// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/LowerPanels.h"

#include <QAction>
#include <QDockWidget>

#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {

constexpr const char* shownKey = "window/lowerPanels";
constexpr const char* frontKey = "window/lowerPanelInFront";
constexpr const char* heightKey = "window/lowerHeight";

}  // namespace

LowerPanels::LowerPanels(QMainWindow& window, QAction& action)
    : m_window(window),
      m_action(action),
      m_shown(settings().value(shownKey).toStringList()),
      m_front(settings().value(frontKey).toString()),
      m_height(settings().value(heightKey).toInt()) {
  m_update.setSingleShot(true);
  connect(&m_update, &QTimer::timeout, this, [this] {
    m_folded = !isOpen();
    m_action.setChecked(isOpen());
  });
  connect(&m_action, &QAction::triggered, this, &LowerPanels::setOpen);
}

LowerPanels::~LowerPanels() {
  for (auto* dock : m_docks) dock->disconnect(this);
}

void LowerPanels::add(QDockWidget& dock) {
  m_docks.append(&dock);
  const auto later = [this] { m_update.start(0); };
  connect(&dock, &QDockWidget::visibilityChanged, this, later);
  connect(&dock, &QDockWidget::dockLocationChanged, this, later);
  connect(&dock, &QDockWidget::topLevelChanged, this, later);
  connect(&dock, &QObject::destroyed, this, [this, &dock] { m_docks.removeAll(&dock); });
}

bool LowerPanels::isBelow(const QDockWidget& dock) const {
  return !dock.isFloating() && m_window.dockWidgetArea(const_cast<QDockWidget*>(&dock)) == Qt::BottomDockWidgetArea;
}

bool LowerPanels::isOpen() const {
  return std::any_of(m_docks.begin(), m_docks.end(), [this](const auto* d) { return isBelow(*d) && !d->isHidden(); });
}

/// What is open now comes back next time.
void LowerPanels::noteOpen() {
  m_shown.clear();
  for (const auto* dock : m_docks) {
    if (!isBelow(*dock) || dock->isHidden()) continue;
    m_shown.append(dock->objectName());
    if (dock->visibleRegion().isEmpty()) continue;
    m_front = dock->objectName();
    m_height = dock->height();
  }
  settings().setValue(shownKey, m_shown);
  settings().setValue(frontKey, m_front);
  settings().setValue(heightKey, m_height);
}

/// At first high enough for a plot with its axes. What resizeDocks() is asked for holds the tabs of a dock, too.
void LowerPanels::giveHeight(QDockWidget& dock) {
  const int height = m_height > 0 ? m_height : std::min(270, m_window.height() * 30 / 100);
  m_window.resizeDocks({&dock}, {height}, Qt::Vertical);
  QTimer::singleShot(0, &dock, [this, &dock, height] {
    if (const int missing = height - dock.height(); missing > 0 && isBelow(dock))
      m_window.resizeDocks({&dock}, {height + missing}, Qt::Vertical);
  });
}

void LowerPanels::foldAtFirst() {
  for (auto* dock : m_docks)
    if (isBelow(*dock)) dock->hide();
}

void LowerPanels::setOpen(bool open) {
  const bool wasOpen = isOpen();
  if (!open && wasOpen) noteOpen();
  const bool anyKnown = std::any_of(m_docks.begin(), m_docks.end(), [this](const auto* dock) {
    return isBelow(*dock) && m_shown.contains(dock->objectName());
  });
  QDockWidget* front = nullptr;
  for (auto* dock : m_docks) {
    if (!isBelow(*dock) || (open && anyKnown && !m_shown.contains(dock->objectName()))) continue;
    dock->setVisible(open);
    if (!front || dock->objectName() == m_front) front = dock;
  }
  if (open && front) {
    front->raise();
    if (!wasOpen) giveHeight(*front);
  }
  m_folded = !open;
  m_action.setChecked(isOpen());
}

void LowerPanels::bringUp(QDockWidget& dock) {
  if (isBelow(dock) && m_folded) {
    if (!m_shown.isEmpty() && !m_shown.contains(dock.objectName())) m_shown.append(dock.objectName());
    setOpen(true);
  }
  dock.show();
  dock.raise();
}

}  // namespace sofa::gui
