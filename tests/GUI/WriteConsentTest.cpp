// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/WriteConsent.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QTest>
#include <QTimer>
#include <cstdio>
#include <future>

#include "Sofa/Helper/Results.h"
#include "Sofa/Helper/WriteAccess.h"

namespace sofa::gui {
namespace {

constexpr int patience = 20000;  // ms

/// A scene that writes outside its folder, in a thread as sessions step scenes.
class WriteConsentTest : public testing::Test {
 protected:
  // Not a TemporaryFolder: tests may write there.
  WriteConsentTest() {
    std::string pattern = P_tmpdir "/sofa-consent-XXXXXX";
    folder = std::filesystem::canonical(mkdtemp(pattern.data()));
    std::filesystem::create_directories(folder / "scene");
  }
  ~WriteConsentTest() override { std::filesystem::remove_all(folder); }

  /// Whether the scene may write a file of that folder beside its own.
  std::future<bool> write(const std::string& name) {
    const auto place = folder / name;
    std::filesystem::create_directories(place);
    return std::async(std::launch::async, [this, place] {
      helper::enterScene(folder / "scene");
      std::string why;
      helper::placeOfResult(place / "states.txt", helper::Folders::mustExist, why);
      helper::forgetInputs();
      return why.empty();
    });
  }
  /// Answers the questions that are asked from now on, and keeps the last one.
  void answer(QMessageBox::StandardButton button) {
    QObject::connect(&m_timer, &QTimer::timeout, [this, button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      question = box->text();
      ++questions;
      box->button(button)->click();
    });
    m_timer.start(5);
  }
  static bool waitFor(std::future<bool>& result) {
    return QTest::qWaitFor([&] { return result.wait_for(std::chrono::seconds(0)) == std::future_status::ready; },
                           patience);
  }
  bool isWritten(const std::string& name) {
    auto result = write(name);
    return waitFor(result) && result.get();
  }

  std::filesystem::path folder;
  QString question;
  int questions = 0;

 private:
  QTimer m_timer;
};

TEST_F(WriteConsentTest, isAskedOnceForAFolder) {
  WriteConsent consent;
  answer(QMessageBox::Yes);
  EXPECT_TRUE(isWritten("results"));
  EXPECT_TRUE(question.contains(QString::fromStdString((folder / "results").string()))) << question.toStdString();
  EXPECT_TRUE(isWritten("results"));
  EXPECT_EQ(questions, 1);
}

TEST_F(WriteConsentTest, noIsNotAskedAgain) {
  WriteConsent consent;
  answer(QMessageBox::No);
  EXPECT_FALSE(isWritten("refused"));
  EXPECT_FALSE(isWritten("refused"));
  EXPECT_EQ(questions, 1);
  EXPECT_FALSE(isWritten("another")) << "each folder is another question";
  EXPECT_EQ(questions, 2);
}

TEST_F(WriteConsentTest, theOwnFolderNeedsNone) {
  WriteConsent consent;
  answer(QMessageBox::No);
  EXPECT_TRUE(isWritten("scene"));
  EXPECT_FALSE(isWritten("scene/.hidden"));
  EXPECT_EQ(questions, 1);
}

TEST_F(WriteConsentTest, namesHoldNoCommands) {
  WriteConsent consent;
  answer(QMessageBox::No);
  EXPECT_FALSE(isWritten("red\x1b[31m"));
  EXPECT_TRUE(question.contains("\\x1b[31m")) << question.toStdString();
}

TEST_F(WriteConsentTest, whoWaitsWhenTheProgramEndsIsToldNo) {
  WriteConsent consent;
  auto result = write("late");  // no event is handled here, so no question is asked
  consent.close();
  EXPECT_FALSE(result.get());
}

}  // namespace
}  // namespace sofa::gui
