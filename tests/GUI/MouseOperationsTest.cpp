// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/MouseOperations.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTest>

#include "SignalSpy.h"
#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/GUI/Viewport/MousePanel.h"
#include "TemporaryFolder.h"

namespace sofa::gui {
namespace {

using gl::MouseAction;
using gl::MouseButton;
using type::Vec3;

/// A free particle at the origin and one at (1, 0, 0), looked at along -z.
const char* const twoParticles = R"(<Node name="root" dt="0.01" gravity="0 0 0"><DefaultAnimationLoop/>
  <EulerImplicitSolver/><CGLinearSolver iterations="20" tolerance="1e-8" threshold="1e-12"/>
  <MechanicalObject name="dofs" position="0 0 0  1 0 0"/><UniformMass vertexMass="1"/>)";

class MouseOperationsTest : public testing::Test {
 protected:
  MouseOperationsTest() {
    camera.position = Vec3(0, 0, 10);
    camera.lookAt = Vec3::Zero();
  }

  void open(const std::string& more = "") {
    const std::string scene = folder.write("scene.scn", twoParticles + more + "</Node>");
    simulation::BatchOptions options;
    options.scene = scene;
    SignalSpy loaded(&session, &Session::loaded);
    session.open(options);
    for (int i = 0; i < 2000 && loaded.isEmpty(); ++i) QTest::qWait(10);
    ASSERT_FALSE(loaded.isEmpty());
    ASSERT_TRUE(loaded.at(0).at(0).toBool());
    flush();
  }
  template <class F>
  auto inScene(F question) {
    std::optional<decltype(question(std::declval<simulation::Node&>()))> result;
    session.ask(&session, question, [&](auto answer) { result = std::move(answer); });
    for (int i = 0; i < 1000 && !result; ++i) QTest::qWait(5);
    return result.value();
  }
  /// Until everything posted so far is done and has been answered.
  void flush() {
    for (int i = 0; i < 2; ++i) inScene([](simulation::Node&) { return 0; });
  }
  void reset() {
    SignalSpy done(&session, &Session::wasReset);
    session.reset();
    for (int i = 0; i < 1000 && done.isEmpty(); ++i) QTest::qWait(5);
    ASSERT_FALSE(done.isEmpty());
    flush();
  }
  QPointF pixelOf(const Vec3& p) const {
    const Vec3 pixel = camera.project(p);
    return {pixel.x(), pixel.y()};
  }
  bool press(const Vec3& p, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = Qt::ShiftModifier) {
    QMouseEvent event(QEvent::MouseButtonPress, pixelOf(p), pixelOf(p), button, button, keys);
    return operations.mousePress(&event, camera, 1);
  }
  void move(const Vec3& p, Qt::MouseButton button = Qt::LeftButton) {
    QMouseEvent event(QEvent::MouseMove, pixelOf(p), pixelOf(p), Qt::NoButton, button, Qt::NoModifier);
    operations.mouseMove(&event, camera, 1);
  }
  void release(const Vec3& p, Qt::MouseButton button = Qt::LeftButton) {
    QMouseEvent event(QEvent::MouseButtonRelease, pixelOf(p), pixelOf(p), button, Qt::NoButton, Qt::NoModifier);
    operations.mouseRelease(&event, camera, 1);
  }
  std::vector<Vec3> positions() {
    return inScene([](simulation::Node& root) {
      const auto* state = core::localMechanicalState(root);
      return std::vector<Vec3>{state->pointPosition(0), state->pointPosition(1)};
    });
  }
  std::size_t components() {
    return inScene([](simulation::Node& root) { return root.components().size() + 100 * root.children().size(); });
  }

  tests::TemporaryFolder folder;
  Session session;
  Selection selection;
  geometry::Camera camera;
  MouseOperations operations{session, selection};
};

TEST_F(MouseOperationsTest, shiftAndLeftPullTheNearestParticle) {
  open();
  const auto before = components();
  SignalSpy texts(&operations, &MouseOperations::statusText);
  EXPECT_FALSE(press(Vec3(1, 0.01, 0), Qt::LeftButton, Qt::NoModifier));
  EXPECT_FALSE(press(Vec3(1, 0.01, 0), Qt::RightButton));
  ASSERT_TRUE(press(Vec3(1, 0.01, 0)));
  flush();
  ASSERT_EQ(texts.size(), 1);
  EXPECT_EQ(texts.at(0).at(0).toString().toStdString(), "Index 1 of /dofs : MechanicalObject<Vec3d>");
  EXPECT_EQ(selection.current().path, "/dofs");
  EXPECT_EQ(components(), before + 1);
  EXPECT_FALSE(operations.extra()->empty());

  session.setPlaying(true);
  for (int i = 1; i <= 20; ++i) {
    move(Vec3(1, 0.1 * i, 0));
    QTest::qWait(5);
  }
  QTest::qWait(300);
  session.setPlaying(false);
  flush();
  EXPECT_GT(positions()[1].y(), 0.5);
  EXPECT_NEAR(positions()[0].norm(), 0, 1e-9);
  release(Vec3(1, 2, 0));
  flush();
  EXPECT_EQ(components(), before);
  EXPECT_TRUE(operations.extra()->empty());
}

TEST_F(MouseOperationsTest, worksWhilePausedAndForSingleSteps) {
  open();
  ASSERT_TRUE(press(Vec3(0, 0, 0)));
  move(Vec3(0, 1, 0));
  flush();
  EXPECT_NEAR(positions()[0].y(), 0, 1e-12);
  SignalSpy stepped(&session, &Session::stepped);
  for (int i = 0; i < 5; ++i) session.step();
  for (int i = 0; i < 1000 && stepped.size() < 5; ++i) QTest::qWait(5);
  EXPECT_GT(positions()[0].y(), 0.05);
  release(Vec3(0, 1, 0));
}

TEST_F(MouseOperationsTest, middleFixesUntilReset) {
  open();
  const auto before = components();
  ASSERT_TRUE(press(Vec3(1, 0, 0), Qt::MiddleButton));
  release(Vec3(1, 0, 0), Qt::MiddleButton);
  flush();
  EXPECT_EQ(components(), before + 100);
  EXPECT_FALSE(operations.extra()->empty());  // the fixed point stays visible
  reset();
  flush();
  EXPECT_EQ(components(), before);
  EXPECT_TRUE(operations.extra()->empty());
}

TEST_F(MouseOperationsTest, aDragSurvivesResetReloadAndRemoval) {
  open();
  const auto before = components();
  ASSERT_TRUE(press(Vec3(0, 0, 0)));
  reset();
  move(Vec3(0, 1, 0));
  release(Vec3(0, 1, 0));
  flush();
  EXPECT_EQ(components(), before);

  ASSERT_TRUE(press(Vec3(0, 0, 0)));
  open();
  EXPECT_FALSE(operations.isDragging());
  move(Vec3(0, 1, 0));
  release(Vec3(0, 1, 0));
  flush();
  EXPECT_EQ(components(), before);

  ASSERT_TRUE(press(Vec3(0, 0, 0)));
  session.post([](simulation::Node& root) { root.removeComponent(core::localMechanicalState(root)); });
  move(Vec3(0, 1, 0));
  session.step();
  move(Vec3(0, 2, 0));
  flush();
  release(Vec3(0, 2, 0));
  flush();
  EXPECT_TRUE(operations.extra()->empty());
}

TEST_F(MouseOperationsTest, anEmptySceneHasNothingToPick) {
  open();
  session.post([](simulation::Node& root) { root.removeComponent(core::localMechanicalState(root)); });
  SignalSpy texts(&operations, &MouseOperations::statusText);
  ASSERT_TRUE(press(Vec3(0, 0, 0)));
  flush();
  ASSERT_EQ(texts.size(), 1);
  EXPECT_TRUE(texts.at(0).at(0).toString().startsWith("Nothing"));
  release(Vec3(0, 0, 0));
}

TEST_F(MouseOperationsTest, theWheelChangesTheStiffness) {
  open();
  QWheelEvent event(QPointF(), QPointF(), {}, {0, 120}, Qt::LeftButton, Qt::ShiftModifier, Qt::NoScrollPhase, false);
  EXPECT_FALSE(operations.wheel(&event, camera, 1));
  ASSERT_TRUE(press(Vec3(0, 0, 0)));
  EXPECT_TRUE(operations.wheel(&event, camera, 1));
  EXPECT_NEAR(operations.buttons()[0].stiffness, 1250, 1e-9);
  flush();
  EXPECT_EQ(inScene([](simulation::Node& root) {
              for (const auto& c : root.components())
                if (c->name() == "Spring-Mouse-Contact") return c->findData("stiffness")->text();
              return std::string();
            }),
            "1250");
  release(Vec3(0, 0, 0));
}

TEST_F(MouseOperationsTest, theSpringIsAnArrowIfTheSceneSaysSo) {
  open("<AttachBodyButtonSetting arrowSize='0.1'/>");
  ASSERT_TRUE(press(Vec3(0, 0, 0)));
  move(Vec3(0, 1, 0));
  flush();
  EXPECT_EQ(operations.extra()->glyphs(core::DrawList::Shape::cone).size(), 1u);
  release(Vec3(0, 1, 0));
}

TEST_F(MouseOperationsTest, theSceneSetsTheButtonsAndThePanelShowsAndChangesThem) {
  MousePanel panel(operations);
  auto* action = panel.findChild<QComboBox*>("mouseActionRight");
  auto* stiffness = panel.findChild<QDoubleSpinBox*>("mouseStiffnessRight");
  ASSERT_TRUE(action && stiffness);
  EXPECT_EQ(action->currentData().toInt(), static_cast<int>(MouseAction::none));
  EXPECT_FALSE(stiffness->isEnabled());
  open("<AttachBodyButtonSetting button='Right' stiffness='77'/>");
  EXPECT_EQ(operations.buttons()[2], (MouseButton{MouseAction::attach, 77}));
  EXPECT_EQ(action->currentData().toInt(), static_cast<int>(MouseAction::attach));
  EXPECT_NEAR(stiffness->value(), 77, 1e-9);
  stiffness->setValue(88);
  EXPECT_NEAR(operations.buttons()[2].stiffness, 88, 1e-9);
  action->setCurrentIndex(action->findData(static_cast<int>(MouseAction::fix)));
  Q_EMIT action->activated(action->currentIndex());
  EXPECT_EQ(operations.buttons()[2], MouseButton::standard(MouseAction::fix));
  EXPECT_NEAR(stiffness->value(), 10000, 1e-9);
  ASSERT_TRUE(press(Vec3(0, 0, 0), Qt::RightButton));
  release(Vec3(0, 0, 0), Qt::RightButton);
  flush();
}

TEST(NumberBox, showsAndReadsNumbersOfAnySize) {
  NumberBox box;
  box.setSuffix(" Pa");
  for (const auto& [value, text] : {std::pair(2500000.0, "2.5e+06 Pa"), std::pair(1e-9, "1e-09 Pa"),
                                    std::pair(0.25, "0.25 Pa"), std::pair(0.0, "0 Pa")}) {
    box.setValue(value);
    EXPECT_EQ(box.text().toStdString(), text);
    EXPECT_EQ(box.value(), value);
    EXPECT_EQ(box.valueFromText(box.text()), value);
  }
  int cursor = 0;
  QString text = "3e4 Pa";
  EXPECT_EQ(box.validate(text, cursor), QValidator::Acceptable);
  text = "3e";
  EXPECT_EQ(box.validate(text, cursor), QValidator::Intermediate);
}

TEST_F(MouseOperationsTest, anIncisionIsUndone) {
  open(R"(<Node name="sheet"><TriangleSetTopologyContainer position="-1 -3 0  1 -3 0  1 -1 0  -1 -1 0"
    triangles="0 1 2  0 2 3"/><TriangleSetTopologyModifier/><MechanicalObject/><UniformMass totalMass="1"/></Node>)");
  operations.setButton(0, MouseButton::standard(MouseAction::incise));
  MousePanel panel(operations);
  auto* undo = panel.findChild<QPushButton*>("undoMeshChange");
  ASSERT_TRUE(undo);
  EXPECT_FALSE(undo->isEnabled());
  const auto points = [&] {
    return inScene([](simulation::Node& root) { return core::localMechanicalState(*root.children()[0])->size(); });
  };
  ASSERT_EQ(points(), 4u);
  ASSERT_TRUE(press({0.2, -2, 0}));
  flush();
  move({0.2, -3.5, 0});
  flush();
  move({0.3, -0.5, 0});
  flush();
  release({0.3, -0.5, 0});
  flush();
  EXPECT_GT(points(), 4u);
  ASSERT_TRUE(undo->isEnabled());
  undo->click();
  flush();
  EXPECT_EQ(points(), 4u);
  EXPECT_FALSE(undo->isEnabled());
}

/// A stitch that lost its end with the triangle that is removed holds again once that is undone; a later one goes.
TEST_F(MouseOperationsTest, aRemovalIsUndoneWithItsStitches) {
  open(R"(<Node name="sheet"><TriangleSetTopologyContainer position="-1 -3 0  1 -3 0  1 -1 0  -1 -1 0"
    triangles="0 1 2  0 2 3"/><TriangleSetTopologyModifier/><MechanicalObject/><UniformMass totalMass="1"/></Node>)");
  using Stitch = component::solidmechanics::SpringForceField<type::Vec3Types>;
  const auto stitches = [&] {
    return inScene([](simulation::Node& root) {
      std::string all;
      std::vector<Stitch*> springs;
      root.collectDown(springs);
      for (const auto* s : springs)
        for (const auto& spring : s->d_springs.value()) all += fmt::format("{}-{} ", spring.first, spring.second);
      return all;
    });
  };
  const auto drag = [&](MouseAction action, const Vec3& from, const Vec3& to) {
    operations.setButton(0, MouseButton::standard(action));
    ASSERT_TRUE(press(from));
    flush();
    release(to);
    flush();
  };
  drag(MouseAction::suture, {-.95, -2.9, 0}, {-.95, -1.1, 0});
  EXPECT_EQ(stitches(), "0-3 ");
  EXPECT_FALSE(operations.canUndoMeshChange());
  drag(MouseAction::remove, {-.5, -1.5, 0}, {-.5, -1.5, 0});
  EXPECT_EQ(stitches(), "");
  drag(MouseAction::suture, {.95, -2.9, 0}, {.95, -1.1, 0});
  EXPECT_EQ(stitches(), "1-2 ");
  ASSERT_TRUE(operations.canUndoMeshChange());
  operations.undoMeshChange();
  flush();
  EXPECT_EQ(stitches(), "0-3 ");
}

}  // namespace
}  // namespace sofa::gui
