// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

#include "SignalSpy.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/SceneGraph/Palette.h"
#include "Sofa/GUI/SceneGraph/SceneGraphModel.h"
#include "Sofa/GUI/SceneGraph/SceneGraphPanel.h"
#include "Sofa/GUI/Timeline/ExportObj.h"
#include "Sofa/Simulation/Scene/SceneReader.h"
#include "TemporaryFolder.h"

namespace sofa::gui {
/// A pendulum of three points, and an empty node.
inline constexpr const char* pendulum = R"(<Node name="root" dt="0.01">
  <DefaultAnimationLoop/>
  <Node name="Chain">
    <EulerImplicitSolver/>
    <CGLinearSolver name="cg" iterations="25" tolerance="1e-9" threshold="1e-9"/>
    <MechanicalObject name="dofs" position="0 0 0  1 0 0  2 0 0"/>
    <UniformMass name="mass" vertexMass="0.1"/>
    <SpringForceField name="springs" spring="0 1 1000 1 1  1 2 1000 1 1"/>
    <FixedProjectiveConstraint name="hook" indices="0"/>
  </Node>
  <Node name="Empty"/>
</Node>)";

/// A session with a scene graph panel, and ways to wait for what was asked of the simulation.
class SceneGraphTest : public testing::Test {
 protected:
  void open(const std::string& scene = pendulum) {
    simulation::BatchOptions options;
    options.scene = folder.write("scene.scn", scene);
    SignalSpy loaded(&session, &Session::loaded);
    session.open(options);
    ASSERT_TRUE(!loaded.isEmpty() || loaded.wait(20000));
    ASSERT_TRUE(loaded.at(0).at(0).toBool());
    settle();
  }
  /// Waits until everything that was asked of the simulation is done and shown.
  void settle() {
    for (int round = 0; round < 3; ++round) {
      bool answered = false;
      session.ask(
          &session, [](simulation::Node&) { return true; }, [&](bool) { answered = true; });
      for (int i = 0; i < 2000 && !answered; ++i) QTest::qWait(5);
      ASSERT_TRUE(answered);
      QTest::qWait(120);  // the panel gathers messages
      ASSERT_TRUE(QTest::qWaitFor([&] { return panel.isCurrent(); }, 20000));
    }
  }
  /// Runs a question and waits for the answer.
  template <class F>
  auto ask(F question) {
    std::optional<decltype(question(std::declval<simulation::Node&>()))> answer;
    session.ask(&session, question, [&](auto result) { answer = std::move(result); });
    for (int i = 0; i < 2000 && !answer; ++i) QTest::qWait(5);
    return answer.value();
  }
  QString dataText(const std::string& path) {
    return ask([path](simulation::Node& root) {
      std::string reason;
      const auto* data = core::findDataByPath(root, "@" + path, &reason);
      return data ? QString::fromStdString(data->text()) : QStringLiteral("none");
    });
  }
  ObjectHandle handleOf(const std::string& path) {
    return ask([path](simulation::Node& root) {
      auto* object = core::findObjectByPath(root, "@" + path);
      return object ? makeHandle(*object) : ObjectHandle{};
    });
  }
  QModelIndex row(const QString& path) {
    for (const auto& index : rows())
      if (panel.model()->path(index) == path) return index;
    return {};
  }
  QList<QModelIndex> rows(const QModelIndex& parent = {}) {
    QList<QModelIndex> all;
    for (int i = 0; i < panel.model()->rowCount(parent); ++i) {
      all += panel.model()->index(i, 0, parent);
      all += rows(all.back());
    }
    return all;
  }
  QStringList paths() {
    QStringList all;
    for (const auto& index : rows()) all += panel.model()->path(index);
    return all;
  }
  void steps(int count) {
    SignalSpy stepped(&session, &Session::stepped);
    for (int i = 0; i < count; ++i) session.step();
    while (stepped.size() < count) ASSERT_TRUE(stepped.wait(5000));
  }
  void trigger(const QString& path, const char* action) {
    panel.view()->setCurrentIndex(row(path));
    const std::unique_ptr<QMenu> menu(panel.createMenu(row(path)));
    auto* found = menu->findChild<QAction*>(action);
    ASSERT_TRUE(found) << action;
    ASSERT_TRUE(found->isEnabled()) << action;
    found->trigger();
    settle();
  }

  tests::TemporaryFolder folder;
  Session session;
  Selection selection;
  SceneEdits edits{session};
  SceneGraphPanel panel{session, selection, edits};
  QAbstractItemModelTester tester{panel.model(), QAbstractItemModelTester::FailureReportingMode::Fatal};
  QString problem;

  SceneGraphTest() {
    QObject::connect(&edits, &SceneEdits::failed, [this](const QString& text) { problem = text; });
  }
};

}  // namespace sofa::gui
