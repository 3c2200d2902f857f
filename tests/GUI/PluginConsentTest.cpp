// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/PluginConsent.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QTest>
#include <QTimer>
#include <future>

#include "CapturedMessages.h"
#include "Sofa/Core/Service/PluginManager.h"
#include "Sofa/Helper/ResourcePath.h"
#include "TemporaryFolder.h"

namespace sofa::gui {
namespace {

constexpr int patience = 20000;  // ms

/// A plugin that a scene names by its path, loaded in a thread as sessions load scenes.
class PluginConsentTest : public testing::Test {
 protected:
  /// A plugin of that name, outside of the plugin path.
  std::string plugin(const std::string& name) {
    const std::string file = folder.file("lib" + name + ".so");
    std::filesystem::copy_file(helper::installationPrefix() / "lib" / "libMarker.so", file);
    return file;
  }
  static std::future<core::PluginManager::Result> require(const std::string& file) {
    return std::async(std::launch::async, [file] { return core::PluginManager::instance().require(file); });
  }
  /// Answers the question that is asked next, and keeps its text.
  void answer(QMessageBox::StandardButton button) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, [this, timer, button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      question = box->text();
      box->button(button)->click();
      timer->deleteLater();
    });
    timer->start(5);
  }
  static bool waitFor(std::future<core::PluginManager::Result>& result) {
    return QTest::qWaitFor([&] { return result.wait_for(std::chrono::seconds(0)) == std::future_status::ready; },
                           patience);
  }

  tests::TemporaryFolder folder;
  tests::CapturedMessages said;
  QString question;
};

TEST_F(PluginConsentTest, isAskedOnceForAFile) {
  PluginConsent consent;
  const std::string file = plugin("AgreedTo");
  answer(QMessageBox::Yes);
  auto result = require(file);
  ASSERT_TRUE(waitFor(result));
  EXPECT_TRUE(result.get().loaded);
  EXPECT_TRUE(question.contains(QString::fromStdString(file))) << question.toStdString();
  auto again = require(file);
  ASSERT_TRUE(waitFor(again)) << "a loaded plugin needs no consent";
  EXPECT_TRUE(again.get().loaded);
}

TEST_F(PluginConsentTest, withoutItNothingIsLoaded) {
  PluginConsent consent;
  const std::string file = plugin("Refused");
  answer(QMessageBox::No);
  auto result = require(file);
  ASSERT_TRUE(waitFor(result));
  EXPECT_FALSE(result.get().loaded);
}

TEST_F(PluginConsentTest, whoWaitsWhenTheProgramEndsIsToldNo) {
  PluginConsent consent;
  auto result = require(plugin("TooLate"));  // no event is handled here, so no question is asked
  consent.close();
  EXPECT_FALSE(result.get().loaded);
}

}  // namespace
}  // namespace sofa::gui
