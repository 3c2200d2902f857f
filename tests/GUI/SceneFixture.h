// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <QTest>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Session/Session.h"
#include "SourceFolder.h"
#include "TemporaryFolder.h"

namespace sofa::gui {

/// A session and what tests do with one: signals of the simulation's thread are waited for in the interface's.
class SceneFixture : public testing::Test {
 protected:
  SceneFixture() {
    QObject::connect(&session, &Session::loaded, &m_receiver, [this](bool good) {
      ++m_loads;
      m_good = good;
    });
    QObject::connect(&session, &Session::wasReset, &m_receiver, [this] { ++m_resets; });
  }

  /// True if there is a scene afterwards.
  bool openFile(const std::string& file) {
    const int before = m_loads;
    simulation::BatchOptions options;
    options.scene = file;
    session.open(options);
    return QTest::qWaitFor([&] { return m_loads > before; }, 30000) && m_good;
  }
  bool openText(const std::string& text) { return openFile(folder.write("scene.scn", text)); }
  bool openBeam() { return openFile(SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn"); }
  bool resetScene() {
    const int before = m_resets;
    session.reset();
    return QTest::qWaitFor([&] { return m_resets > before; }, 10000);
  }
  void steps(int n) {
    const long last = session.lastStep().step + n;
    for (int i = 0; i < n; ++i) session.step();
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.lastStep().step >= last; }, 30000));
    settle();
  }
  /// Until questions, and those that their answers asked, are answered.
  void settle() {
    for (int round = 0; round < 3; ++round) {
      bool done = false;
      session.ask(
          &m_receiver, [](simulation::Node&) { return true; }, [&](bool) { done = true; });
      ASSERT_TRUE(QTest::qWaitFor([&] { return done; }, 30000));
    }
  }
  /// What `question` returns in the simulation's thread.
  template <class Question>
  auto answerOf(Question question) {
    using Answer = std::invoke_result_t<Question, simulation::Node&>;
    std::optional<Answer> result;
    session.ask(&m_receiver, std::move(question), [&](Answer answer) { result = std::move(answer); });
    if (!QTest::qWaitFor([&] { return result.has_value(); }, 30000)) ADD_FAILURE() << "no answer";
    return result.value_or(Answer{});
  }
  ObjectHandle handle(const std::string& path) {
    return answerOf([path](simulation::Node& root) -> ObjectHandle {
      auto* object = core::findObjectByPath(root, "@" + path);
      return {
          object ? object->weak_from_this() : std::weak_ptr<core::Base>(), QString::fromStdString(path), {}, {}, false};
    });
  }

  tests::TemporaryFolder folder;
  Session session;
  Selection selection;

 private:
  QObject m_receiver;
  int m_loads = 0, m_resets = 0;
  bool m_good = false;
};

}  // namespace sofa::gui
