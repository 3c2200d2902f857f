// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/WindowGeometry.h"

#include <QMainWindow>
#include <QScreen>
#include <QTimer>

#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {
namespace {

constexpr int resizePause = 30;  // ms
constexpr int arrangement = 1;   // of the panels: layouts of others are not restored

/// Most of the screen, so that the view keeps a good part of it beside the panels.
QSize firstSize(const QWidget& window) {
  const QSize available = window.screen()->availableSize();
  return QSize(1500, 950).boundedTo(available * 0.95);
}

/// The panels get their sizes bit by bit, so that it takes more than one try.
void approachSize(QMainWindow& window, const QWidget& view, QSize pixels, int tries) {
  if (window.isMaximized() || window.isFullScreen()) window.showNormal();
  const QSize missing = pixels / window.devicePixelRatioF() - view.size();
  if (!missing.isNull()) window.resize(window.size() + missing);
  if (tries > 1)
    QTimer::singleShot(resizePause, &window, [=, &window, &view] { approachSize(window, view, pixels, tries - 1); });
}

}  // namespace

bool restoreLayout(QMainWindow& window) {
  auto& store = settings();
  const bool known = window.restoreGeometry(store.value("window/geometry").toByteArray());
  const bool laidOut = window.restoreState(store.value("window/state").toByteArray(), arrangement);
  if (!known) window.resize(firstSize(window));
  return laidOut;
}

void saveLayout(const QMainWindow& window) {
  settings().setValue("window/geometry", window.saveGeometry());
  settings().setValue("window/state", window.saveState(arrangement));
}

void resizeToView(QMainWindow& window, const QWidget& view, QSize pixels) { approachSize(window, view, pixels, 4); }

}  // namespace sofa::gui
