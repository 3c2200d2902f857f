// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QTabWidget>
#include <QTest>
#include <optional>

#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Properties/PropertyDataPage.h"
#include "Sofa/GUI/Properties/PropertyPanel.h"
#include "Sofa/GUI/Properties/PropertyRow.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Simulation/Node.h"
#include "TemporaryFolder.h"

namespace sofa::gui {

/// A property sheet beside a scene that it may edit.
class PropertyFixture : public testing::Test {
 protected:
  /// Processes events until `condition` holds; false after 10 s.
  template <class Condition>
  static bool waitFor(Condition condition) {
    return QTest::qWaitFor(condition, 10000);
  }

  void open(const std::string& scene) {
    simulation::BatchOptions options;
    options.scene = folder.write("scene.scn", scene);
    std::optional<bool> good;  // through an event: the signal comes from the simulation's thread
    const auto connection = QObject::connect(&session, &Session::loaded, &session, [&](bool g) { good = g; });
    session.open(options);
    ASSERT_TRUE(waitFor([&] { return good.has_value(); }));
    QObject::disconnect(connection);
    ASSERT_TRUE(*good);
  }

  /// What `question` says of the scene.
  template <class Question>
  auto ask(Question question) {
    std::optional<decltype(question(std::declval<simulation::Node&>()))> result;
    session.ask(&session, question, [&](auto answer) { result = answer; });
    EXPECT_TRUE(waitFor([&] { return result.has_value(); }));
    return *result;
  }
  ObjectHandle handle(const std::string& path) {
    return ask([path](simulation::Node& root) {
      core::Base* object = path == "/" ? &root : core::findObjectByPath(root, "@" + path);
      return object ? makeHandle(*object) : ObjectHandle{};
    });
  }
  /// Exact text of a Data in the scene.
  QString value(const std::string& path, const std::string& data) {
    return ask([path, data](simulation::Node& root) {
      core::Base* object = path == "/" ? &root : core::findObjectByPath(root, "@" + path);
      const auto* found = object ? object->findData(data) : nullptr;
      return found ? QString::fromStdString(found->text(0)) : QString("no such Data");
    });
  }
  bool becomes(const std::string& path, const std::string& data, const QString& text) {
    for (int i = 0; i < 100; ++i) {
      if (value(path, data) == text) return true;
      QTest::qWait(20);
    }
    ADD_FAILURE() << path << "." << data << " is " << value(path, data).toStdString();
    return false;
  }

  void show(const std::string& path) {
    const ObjectHandle object = handle(path);
    ASSERT_FALSE(object.path.isEmpty()) << path;
    panel.resize(420, 700);
    panel.show();
    selection.select(object);
    ASSERT_TRUE(waitFor([&] {
      auto* label = panel.findChild<QLabel*>("propertyPath");
      return label->text() == object.path && panel.tabs()->isVisible() && !panel.dataPage()->rows().empty();
    }));
  }
  PropertyRow& row(const QString& data) {
    PropertyRow* found = panel.dataPage()->row(data);
    EXPECT_NE(found, nullptr) << data.toStdString();
    // Rows off the screen are not refreshed.
    panel.findChild<QScrollArea*>("propertyScroll")->ensureWidgetVisible(found);
    return *found;
  }
  /// The widget of that type in the editor of a Data.
  template <class Widget>
  Widget* field(const QString& data, const QString& name = {}) {
    auto* found = row(data).editor()->template findChild<Widget*>(name);
    EXPECT_NE(found, nullptr) << data.toStdString();
    return found;
  }
  /// Replaces the text of a field and finishes with the Enter key.
  static void type(QWidget* field, const QString& text) {
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }
  /// Chooses an entry of a row's context menu.
  void choose(const QString& data, const QString& entry) {
    auto* menu = row(data).makeMenu();
    auto* action = menu->findChild<QAction*>(entry);
    ASSERT_NE(action, nullptr) << entry.toStdString();
    action->trigger();
    delete menu;
  }

  tests::TemporaryFolder folder;
  Session session;
  Selection selection;
  PropertyPanel panel{session, selection};
};

}  // namespace sofa::gui
