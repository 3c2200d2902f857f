// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/StartupReport.h"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QWindow>
#include <fstream>

namespace sofa::gui {

double processAge() {
  std::ifstream stat("/proc/self/stat");
  const std::string text{std::istreambuf_iterator<char>(stat), {}};
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string field;
  for (int i = 3; i <= 22; ++i) fields >> field;  // the name may hold blanks, so counting starts behind it
  timespec now{};
  if (!fields || clock_gettime(CLOCK_BOOTTIME, &now) != 0) return 0;
  const double start = std::strtod(field.c_str(), nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return 1e3 * (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) - start);
}

StartupReport::StartupReport(Session& session, Viewport& viewport, QObject* parent)
    : QObject(parent), m_viewport(viewport) {
  QCoreApplication::instance()->installEventFilter(this);
  connect(&session, &Session::loading, this, [this] { m_loading = processAge(); });
  // In the simulation's thread: the interface may be busy.
  connect(
      &session, &Session::loaded, this, [this] { m_loaded = processAge(); }, Qt::DirectConnection);
  connect(&viewport, &Viewport::painted, this, [this] { m_painted = true; });
  connect(&viewport, &QOpenGLWidget::frameSwapped, this, [this] {
    if (!m_painted || m_picture > 0) return;
    m_picture = processAge();
    Q_EMIT finished();
  });
}

bool StartupReport::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Expose) return false;
  const auto* window = m_viewport.window()->windowHandle();
  if (watched == window && window->isExposed()) {
    m_window = processAge();
    QCoreApplication::instance()->removeEventFilter(this);
  }
  return false;
}

std::string StartupReport::text() const {
  return fmt::format(
      "Startup: window after {:.0f} ms, loading began after {:.0f} ms and ended after {:.0f} ms, first picture after "
      "{:.0f} ms.",
      m_window, m_loading.load(), m_loaded.load(), m_picture);
}

}  // namespace sofa::gui
