#include <QApplication>
#include <QSurfaceFormat>

#include "Sofa/GUI/MainWindow.h"
#include "Sofa/GUI/Settings.h"

namespace sofa::gui {

using simulation::ExitStatus;
using simulation::FrontEndOptions;

namespace {

void report(helper::Severity severity, std::string text) { helper::send(severity, "runSofa", std::move(text)); }

/// What Qt would end the program for. Empty if a window can be shown.
std::string displayProblem() {
  const auto isSet = [](const char* variable) { return !qEnvironmentVariableIsEmpty(variable); };
  if (isSet("QT_QPA_PLATFORM")) return {};
  if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY")) return "neither DISPLAY nor WAYLAND_DISPLAY is set";
  return {};
}

int run(const FrontEndOptions& options) {
  static int count = 1;  // Qt keeps references to both
  static char name[] = "runSofa";
  static char* arguments[] = {name, nullptr};
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication::setApplicationName("Sofa");
  QApplication application(count, arguments);
  MainWindow window(options);
  std::string scene = options.batch.scene;
  if (scene.empty() && !window.recentFiles().files().isEmpty())
    scene = window.recentFiles().files().first().toStdString();
  window.show();
  if (scene.empty())
    report(helper::Severity::Warning, "-r: no scene was opened before.");
  else
    QTimer::singleShot(0, &window, [&] { window.open(QString::fromStdString(scene)); });
  return QApplication::exec();
}

ExitStatus show(const FrontEndOptions& options) {
  if (const auto problem = displayProblem(); !problem.empty()) {
    report(helper::Severity::Error,
           fmt::format("-g qt: there is no display to show a window on: {}. Use \"-g batch\", or \"-g offscreen\" for "
                       "pictures.",
                       problem));
    return ExitStatus::badInput;
  }
  return run(options) == 0 ? ExitStatus::good : ExitStatus::badInput;
}

const bool registered = simulation::registerFrontEnd("qt", show);

}  // namespace
}  // namespace sofa::gui
