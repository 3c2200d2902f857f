// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QScreen>
#include <QSurfaceFormat>
#include <QTimer>

#include "Sofa/GUI/Plots/CompareWindow.h"
#include "Sofa/GUI/Window/MainWindow.h"
#include "Sofa/GUI/Window/PluginConsent.h"
#include "Sofa/GUI/Window/QtFrontEnd.h"
#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/GUI/Window/StartupReport.h"
#include "Sofa/GUI/Window/WindowGeometry.h"
#include "Sofa/GUI/Window/WriteConsent.h"
#include "Sofa/Helper/Console.h"

namespace sofa::gui {

using simulation::ExitStatus;
using simulation::FrontEndOptions;

namespace {

void report(helper::Severity severity, std::string text) { helper::send(severity, "runSofa", std::move(text)); }

bool isSet(const char* variable) { return !qEnvironmentVariableIsEmpty(variable); }

bool hasPlatform(const QString& name) {
  const QString folder = QLibraryInfo::path(QLibraryInfo::PluginsPath) + "/platforms";
  return QFileInfo::exists(folder + "/libq" + name + ".so");
}

/// Whether the X server that DISPLAY names answers. The library is there wherever Qt's X11 platform is.
bool xAnswers() {
  static QByteArray answered;  // by which display, as each question keeps a connection
  const QByteArray display = qgetenv("DISPLAY");
  if (!display.isEmpty() && display == answered) return true;
  void* library = dlopen("libxcb.so.1", RTLD_LAZY);
  if (!library) return false;
  const auto connect = reinterpret_cast<void* (*)(const char*, int*)>(dlsym(library, "xcb_connect"));
  const auto hasError = reinterpret_cast<int (*)(void*)>(dlsym(library, "xcb_connection_has_error"));
  if (!connect || !hasError) return false;
  // A good connection is kept: a server starts afresh when its last client leaves, and would not answer Qt meanwhile.
  const bool good = hasError(connect(nullptr, nullptr)) == 0;
  if (good) answered = display;
  return good;
}

bool waylandAnswers() {
  const QString name = qEnvironmentVariable("WAYLAND_DISPLAY");
  return QFileInfo::exists(QDir(qEnvironmentVariable("XDG_RUNTIME_DIR")).filePath(name));
}

/// Why no window can be shown; empty if one can. Qt itself would end the program without a word on how to go on.
std::string displayProblem() {
  if (const QString platform = qEnvironmentVariable("QT_QPA_PLATFORM").section(':', 0, 0).section(';', 0, 0);
      !platform.isEmpty()) {
    const bool known = hasPlatform(platform) || hasPlatform(platform + "-generic");
    if (!known) return fmt::format("QT_QPA_PLATFORM is \"{}\", which this Qt does not have", platform.toStdString());
    if (platform != "xcb" || xAnswers()) return {};
    return fmt::format("the X server \"{}\" does not answer", qgetenv("DISPLAY").toStdString());
  }
  const bool wayland = isSet("WAYLAND_DISPLAY") && hasPlatform("wayland-generic") && waylandAnswers();
  if (isSet("DISPLAY") && xAnswers()) return {};
  if (wayland) {
    qputenv("QT_QPA_PLATFORM", "wayland");
    return {};
  }
  if (isSet("DISPLAY")) return fmt::format("the X server \"{}\" does not answer", qgetenv("DISPLAY").toStdString());
  if (isSet("WAYLAND_DISPLAY"))
    return waylandAnswers() ? "Qt's part for Wayland is not installed" : "no Wayland compositor answers";
  return "neither DISPLAY nor WAYLAND_DISPLAY is set";
}

}  // namespace

std::string sceneToOpen(const FrontEndOptions& options, const RecentFiles& recent) {
  if (!options.batch.scene.empty() || options.batch.root) return options.batch.scene;
  for (const QString& file : recent.files())
    if (QFileInfo::exists(file)) return file.toStdString();
  return {};
}

namespace {

/// Windows are gone at once, the steps that ran in them are finished before the application goes.
struct SessionsFirst {
  PluginConsent& plugins;
  WriteConsent& writes;
  ~SessionsFirst() {
    plugins.close();
    writes.close();
    OwnedSession::waitForAll();
  }
};

/// The window for scripts, which call from any thread. They may hold locks that the window's thread waits for.
class WindowViewer : public simulation::Viewer {
 public:
  WindowViewer(MainWindow& window) : m_window(window) { simulation::setViewer(this); }
  ~WindowViewer() override { simulation::setViewer(nullptr); }
  WindowViewer(const WindowViewer&) = delete;
  WindowViewer& operator=(const WindowViewer&) = delete;

  void setSize(int width, int height) override {
    later([this, width, height] { resizeToView(m_window, m_window.viewport(), {width, height}); });
  }
  void setFullScreen(bool full) override {
    later([this, full] { m_window.setFullScreen(full); });
  }
  void center() override {
    later([this] {
      auto frame = m_window.frameGeometry();
      frame.moveCenter(m_window.screen()->availableGeometry().center());
      m_window.move(frame.topLeft());
    });
  }
  void close() override {
    later([this] { m_window.close(); });
  }

 private:
  template <class Job>
  void later(Job job) {
    QMetaObject::invokeMethod(&m_window, std::move(job), Qt::QueuedConnection);
  }
  MainWindow& m_window;
};

/// Closes the window when whoever opened it wants that.
void watch(MainWindow& window, QTimer& timer, const std::function<bool()>& goesOn) {
  constexpr int interval = 100;  // ms
  if (!goesOn) return;
  QObject::connect(&timer, &QTimer::timeout, &window, [&window, &goesOn] {
    if (!goesOn()) QCoreApplication::quit();
  });
  timer.start(interval);
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
  PluginConsent plugins;
  WriteConsent writes;
  const SessionsFirst sessions{plugins, writes};
  if (!options.compareWith.empty()) {
    const Theme theme;
    CompareWindow window(options);
    window.show();
    return QApplication::exec();
  }
  MainWindow window(options);
  const WindowViewer viewer(window);
  QTimer timer;
  watch(window, timer, options.goesOn);
  const std::string scene = sceneToOpen(options, window.files().recent());
  StartupReport startup(window.session(), window.viewport());
  if (options.batch.timeInit)
    QObject::connect(&startup, &StartupReport::finished,
                     [&] { helper::print("{}\n", startup.text()), std::fflush(stdout); });
  if (scene.empty() && !options.batch.root)
    report(helper::Severity::Warning, "-r: no scene was opened before that is still there.");
  else  // in its own thread, while the window comes to the screen
    window.files().open(QString::fromStdString(scene));
  window.show();
  return QApplication::exec();
}

/// Windows belong to the thread in which the program began.
bool isMainThread() { return ::syscall(SYS_gettid) == ::getpid(); }

std::string problem() {
  if (const auto display = displayProblem(); !display.empty())
    return "there is no display to show a window on: " + display + ".";
  if (!isMainThread()) return "windows can only be opened in the main thread of a program. Call it from there.";
  if (QCoreApplication::instance())
    return "this program has a Qt application already. Show the scene in a program of its own.";
  return {};
}

ExitStatus show(const FrontEndOptions& options) {
  if (const auto why = problem(); !why.empty()) {
    report(helper::Severity::Error, fmt::format("-g qt: {} Use \"-g batch\", or \"-g offscreen\" for pictures.", why));
    return ExitStatus::badInput;
  }
  return run(options) == 0 ? ExitStatus::good : ExitStatus::badInput;
}

const bool registered = simulation::registerFrontEnd("qt", show, problem);

}  // namespace
}  // namespace sofa::gui
