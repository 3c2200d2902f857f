// SPDX-License-Identifier: Apache-2.0
// A click on a body selects its material, and the outline of the body moves with it.
#include <QMenu>
#include <QToolButton>

#include "MainWindowFixture.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/BodyComponents.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"

namespace sofa::gui {
namespace {

using type::Vec3;

class BodySelectionTest : public MainWindowTest {
 protected:
  /// Opens a scene and clicks at a point of it.
  void clickAt(const std::string& file, const std::optional<Vec3>& point = {}) {
    ASSERT_TRUE(open(file));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
    QTest::qWait(200);
    click(point);
  }
  void click(const std::optional<Vec3>& point = {}) {
    auto& view = window->viewport();
    const auto& box = view.frame()->box;
    const Vec3 pixel = view.camera().project(point.value_or(Vec3(0.5 * (box.min + box.max))));
    SignalSpy picked(&view, &Viewport::picked);
    QTest::mouseClick(&view, Qt::LeftButton, {}, (QPointF(pixel.x(), pixel.y()) / view.pixelRatio()).toPoint());
    EXPECT_TRUE(QTest::qWaitFor([&] { return !picked.isEmpty(); }, patience));
  }
  std::string materialOfPath(const std::string& path) {
    return answer([&](simulation::Node& root) {
      auto* object = core::findObjectByPath(root, "@" + path);
      return object ? materialOf(*object)->path() : std::string("nothing there");
    });
  }
  /// Rows of a picture of the view that have the colour of selections, from the top; empty if there are none.
  std::optional<std::pair<int, int>> outlinedRows() {
    QString reason;
    const auto image = window->viewport().picture(1000, 750, reason);
    EXPECT_TRUE(reason.isEmpty()) << reason.toStdString();
    std::optional<std::pair<int, int>> rows;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const auto* pixel = &image.rgba[4 * static_cast<std::size_t>(y * image.width + x)];
        if (pixel[0] < 240 || pixel[1] > 20 || pixel[2] < 200) continue;
        if (!rows) rows = {y, y};
        rows->second = y;
      }
    return rows;
  }
};

TEST_F(BodySelectionTest, aClickOpensTheMaterialAndTheOutlineFollowsTheBody) {
  clickAt(scene);
  const auto& selection = window->tools().selection;
  EXPECT_EQ(selection.current().className, "HexahedronFEMForceField");
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->findChild<QWidget*>("row_youngModulus") != nullptr; }, patience));
  const auto before = outlinedRows();
  ASSERT_TRUE(before) << "the material draws nothing, its body does";
  for (int i = 0; i < 60; ++i) window->session().step();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->session().lastStep().step >= 60; }, patience));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->viewport().frame()->step >= 60; }, patience));
  const auto after = outlinedRows();
  ASSERT_TRUE(after);
  EXPECT_GT(after->second, before->second + 10) << "pixels: the beam sags";
  window->tools().selection.clear();
  EXPECT_FALSE(outlinedRows());
}

TEST_F(BodySelectionTest, theOtherComponentsOfTheBodyAreAtHand) {
  clickAt(scene);
  auto* button = window->findChild<QToolButton*>("bodyComponents");
  ASSERT_TRUE(QTest::qWaitFor([&] { return button->isVisible() && !button->menu()->isEmpty(); }, patience));
  const auto entry = [&](const QString& start) -> QAction* {
    for (auto* action : button->menu()->actions())
      if (action->text().startsWith(start)) return action;
    return nullptr;
  };
  ASSERT_TRUE(entry("surface/skin   OglModel"));
  ASSERT_TRUE(entry("dofs   MechanicalObject"));
  EXPECT_FALSE(entry("DefaultAnimationLoop")) << "it is of no body";
  entry("dofs")->trigger();
  EXPECT_EQ(window->tools().selection.current().path, "/beam/dofs");
  EXPECT_TRUE(QTest::qWaitFor([&] { return entry("dofs") && entry("dofs")->isChecked(); }, patience));
}

TEST_F(BodySelectionTest, theMaterialIsThatOfTheSameBody) {
  ASSERT_TRUE(open(folder.write("bodies.scn", R"(<Node name="root">
  <DefaultAnimationLoop/>
  <Node name="soft">
    <MechanicalObject name="dofs" position="0 0 0  1 0 0  0 1 0  0 0 1"/>
    <TetrahedronSetTopologyContainer name="mesh" tetrahedra="0 1 2 3"/>
    <UniformMass name="mass" totalMass="1"/>
    <RestShapeSpringsForceField name="holder" points="0"/>
    <TetrahedronFEMForceField name="fem" youngModulus="1000" poissonRatio="0.3"/>
    <Node name="skin">
      <MechanicalObject name="points" position="0 0 0"/>
      <BarycentricMapping/>
      <SphereCollisionModel name="spheres"/>
    </Node>
  </Node>
  <Node name="stiff">
    <MechanicalObject name="dofs" template="Rigid3" position="5 0 0 0 0 0 1"/>
    <UniformMass name="mass" totalMass="1"/>
    <Node name="part">
      <MechanicalObject name="points" position="0 0 0"/>
      <RigidMapping/>
      <SphereCollisionModel name="spheres"/>
    </Node>
  </Node>
  <Node name="wall">
    <MeshTopology position="0 0 0"/>
    <OglModel name="model" position="0 0 0"/>
  </Node>
</Node>)")));
  EXPECT_EQ(materialOfPath("/soft/skin/spheres"), "/soft/fem") << "rather than its springs and mass";
  EXPECT_EQ(materialOfPath("/soft/dofs"), "/soft/fem");
  EXPECT_EQ(materialOfPath("/stiff/part/spheres"), "/stiff/mass");
  EXPECT_EQ(materialOfPath("/wall/model"), "/wall/model") << "nothing moves it, and it is of no other body";
}

}  // namespace
}  // namespace sofa::gui
