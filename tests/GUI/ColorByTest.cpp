// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Viewport/ColorBy.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QTest>

#include "SignalSpy.h"
#include "Sofa/GUI/Viewport/ColorByPanel.h"
#include "Sofa/GUI/Viewport/MouseOperations.h"
#include "SourceFolder.h"

namespace sofa::gui {
namespace {

class ColorByTest : public testing::Test {
 protected:
  void open() {
    simulation::BatchOptions options;
    options.scene = SOFA_SOURCE_DIR "/examples/Demos/hanging_beam.scn";
    SignalSpy loaded(&session, &Session::loaded);
    session.open(options);
    for (int i = 0; i < 2000 && loaded.isEmpty(); ++i) QTest::qWait(10);
    ASSERT_FALSE(loaded.isEmpty());
    ASSERT_TRUE(loaded.at(0).at(0).toBool());
    flush();
  }
  void flush() {
    bool done = false;
    session.ask(
        &session, [](simulation::Node&) { return 0; }, [&](int) { done = true; });
    for (int i = 0; i < 1000 && !done; ++i) QTest::qWait(5);
    QTest::qWait(20);
  }
  void step() {
    session.step();
    flush();
  }
  std::size_t legends() const { return session.frame() ? session.frame()->drawList.legends().size() : 0; }
  int row(const QComboBox& list, const QString& part) const {
    for (int i = 0; i < list.count(); ++i)
      if (list.itemText(i).contains(part)) return i;
    return -1;
  }

  Session session;
  Selection selection;
  ColorBy colors{session};
  ColorByPanel panel{session, selection, colors};
  QComboBox* list = panel.findChild<QComboBox*>("colorByField");
};

TEST_F(ColorByTest, aChoiceInThePanelColoursTheNextFrame) {
  open();
  ASSERT_TRUE(list);
  EXPECT_EQ(legends(), 0u);
  const int displacement = row(*list, "/beam/dofs  displacement (m)");
  ASSERT_GT(displacement, 0);
  SignalSpy ranges(&colors, &ColorBy::rangeChanged);
  list->setCurrentIndex(displacement);
  Q_EMIT list->activated(displacement);
  flush();
  EXPECT_EQ(legends(), 1u);
  ASSERT_FALSE(session.frame()->surfaces.empty());
  EXPECT_FALSE(session.frame()->surfaces.back().vertices->colors.empty());
  step();
  step();
  ASSERT_FALSE(ranges.isEmpty());
  EXPECT_GT(ranges.last().at(1).toDouble(), 0);
  EXPECT_NEAR(panel.findChild<QDoubleSpinBox*>("colorByMax")->value(), ranges.last().at(1).toDouble(), 1e-5);

  panel.findChild<QCheckBox*>("colorByAutomatic")->setChecked(false);
  panel.findChild<QDoubleSpinBox*>("colorByMax")->setValue(7);
  flush();
  EXPECT_EQ(session.frame()->drawList.legends().at(0).max, 7);

  Q_EMIT list->activated(0);
  flush();
  EXPECT_EQ(legends(), 0u);
}

/// The skin of the beam, its mesh, or both; surfaces of fields have identities of their own.
TEST_F(ColorByTest, whatWearsTheColoursIsChosen) {
  open();
  auto* where = panel.findChild<QComboBox*>("colorByWhere");
  ASSERT_TRUE(where);
  const int displacement = row(*list, "/beam/dofs  displacement (m)");
  Q_EMIT list->activated(displacement);
  flush();
  const auto coloured = [&] {
    std::string found;
    for (const auto& surface : session.frame()->surfaces)
      found += std::string(surface.id >> 62 ? "mesh" : "skin") + (surface.vertices->colors.empty() ? " " : "+ ");
    return found;
  };
  EXPECT_EQ(where->currentText(), "The visual models");
  EXPECT_EQ(coloured(), "skin+ ");
  where->setCurrentIndex(0);
  Q_EMIT where->activated(0);
  flush();
  EXPECT_EQ(coloured(), "mesh+ ");
  where->setCurrentIndex(1);
  Q_EMIT where->activated(1);
  flush();
  EXPECT_EQ(coloured(), "skin mesh+ ");
}

TEST_F(ColorByTest, theSelectedComponentComesFirst) {
  open();
  selection.select({{}, "/beam/dofs", "dofs", "MechanicalObject", false});
  ASSERT_GT(list->count(), 2);
  EXPECT_TRUE(list->itemText(1).startsWith("/beam/dofs"));
}

TEST_F(ColorByTest, staysThroughReloadAndTellsWhatIsGone) {
  open();
  const int velocity = row(*list, "/beam/dofs  velocity");
  ASSERT_GT(velocity, 0);
  Q_EMIT list->activated(velocity);
  flush();
  EXPECT_EQ(legends(), 1u);
  open();
  flush();
  EXPECT_EQ(legends(), 1u);
  session.post([](simulation::Node& root) { root.removeChild(root.children().at(0).get()); });
  flush();
  EXPECT_EQ(legends(), 0u);
  EXPECT_TRUE(panel.findChild<QLabel*>("colorByProblem")->text().contains("/beam/dofs"));
}

TEST_F(ColorByTest, theMouseTellsTheValueUnderIt) {
  open();
  step();
  colors.setField(gl::Field{"/beam/dofs", "displacement", "m"});
  flush();
  MouseOperations mouse(session, selection);
  mouse.setProbe(&colors);
  SignalSpy texts(&mouse, &MouseOperations::statusText);
  geometry::Camera camera;
  camera.position = type::Vec3(2, 0.4, 8);
  camera.lookAt = type::Vec3(2, 0.4, 0);
  mouse.hover(QPointF(10, 10), {}, camera, 1);  // beside the beam
  QTest::qWait(60);
  mouse.hover(QPointF(400, 300), {}, camera, 1);
  ASSERT_EQ(texts.size(), 1);
  EXPECT_TRUE(texts.at(0).at(0).toString().startsWith("displacement = ")) << texts.at(0).at(0).toString().toStdString();
}

}  // namespace
}  // namespace sofa::gui
