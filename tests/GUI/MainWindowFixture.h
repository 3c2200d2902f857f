// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <QAction>
#include <QOpenGLContext>
#include <QTest>

#include "SignalSpy.h"
#include "Sofa/GUI/Window/MainWindow.h"
#include "Sofa/GUI/Window/Settings.h"
#include "SourceFolder.h"
#include "TemporaryFolder.h"

namespace sofa::gui {

inline constexpr int patience = 20000;  // ms

/// The viewer's window on a beam, with settings of its own. Skips without OpenGL.
class MainWindowTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!QOpenGLContext().create())
      GTEST_SKIP() << "needs a display with OpenGL: run under xvfb-run with QT_QPA_PLATFORM=xcb";
    useSettingsFile(QString::fromStdString((folder.path() / "settings.ini").string()));
    scene = (folder.path() / "beam.scn").string();
    std::filesystem::copy_file(SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn", scene);
    options.batch.scene = scene;
    options.width = 640;
    options.height = 480;
    window = std::make_unique<MainWindow>(options);
    window->show();
  }
  bool open(const std::string& file) {
    SignalSpy loaded(&window->session(), &Session::loaded);
    window->files().open(QString::fromStdString(file));
    if (!QTest::qWaitFor([&] { return !loaded.isEmpty(); }, patience)) return false;
    QCoreApplication::processEvents();  // the window hears of it by a queued signal
    const bool good = loaded.at(0).at(0).toBool();
    return good && QTest::qWaitFor([&] { return window->viewport().frame() != nullptr; }, patience);
  }
  QAction* action(const char* name) const { return window->findChild<QAction*>(name); }
  template <class Question>
  auto answer(Question question) {
    std::optional<decltype(question(std::declval<simulation::Node&>()))> result;
    window->session().ask(window.get(), question, [&](auto value) { result = value; });
    EXPECT_TRUE(QTest::qWaitFor([&] { return result.has_value(); }, patience));
    return *result;
  }

  tests::TemporaryFolder folder;
  std::string scene;
  simulation::FrontEndOptions options;
  std::unique_ptr<MainWindow> window;
};

}  // namespace sofa::gui
