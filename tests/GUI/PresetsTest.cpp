// SPDX-License-Identifier: Apache-2.0
// Presets of the palette run at once, and leave no trace when they are undone.
#include "Sofa/GUI/SceneGraph/Presets.h"

#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "CapturedMessages.h"
#include "SceneGraphFixture.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::gui {
namespace {

constexpr const char* empty = R"(<Node name="root" dt="0.01" gravity="0 -9.81 0"><DefaultAnimationLoop/></Node>)";

class PresetsTest : public SceneGraphTest {
 protected:
  QString meshFile() {
    return QString::fromStdString(
        folder.write("tetra.vtk",
                     "# vtk DataFile Version 2.0\ntwo tetrahedra\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 float\n"
                     "0 0 0 1 0 0 0 1 0 0 0 1 1 1 1\nCELLS 2 10\n4 0 1 2 3\n4 1 2 3 4\nCELL_TYPES 2\n10\n10\n"));
  }
  /// The largest coordinate of all states.
  double extent() {
    return ask([](simulation::Node& root) {
      double most = 0;
      std::vector<core::BaseState*> states;
      root.collectDown(states);
      for (const auto* state : states)
        if (state->isMechanical())
          for (const double x : state->hostRead(core::vec::velocity))
            most = std::isfinite(x) ? std::max(most, std::abs(x)) : std::numeric_limits<double>::infinity();
      return most;
    });
  }
};

TEST_F(PresetsTest, eachRunsAtOnceAndIsUndone) {
  for (const auto& preset : presets()) {
    SCOPED_TRACE(preset.group.toStdString() + " " + preset.name.toStdString());
    open(empty);
    const auto before = paths();
    tests::CapturedMessages said;
    QString why;
    const QString xml = presetXml(preset, meshFile(), why);
    ASSERT_EQ(why, "");
    edits.addElements(handleOf("/"), preset.name, xml);
    settle();
    EXPECT_EQ(problem, "");
    EXPECT_GT(paths().size(), before.size());
    steps(10);
    const double speed = extent();
    EXPECT_LT(speed, 1.5) << "it falls or bends";
    const bool stays = preset.name == "Obstacle" || preset.name == "Contacts";
    EXPECT_EQ(speed > 1e-3, !stays) << speed;
    EXPECT_EQ(said.errors(), 0u);
    for (const auto& m : said.messages)
      if (m.severity >= helper::Severity::Warning && m.text.find("At least one CollisionModel") == m.text.npos)
        ADD_FAILURE() << m.sender << ": " << m.text;
    edits.undoStack()->undo();
    settle();
    EXPECT_EQ(paths(), before);
    steps(2);
  }
}

TEST_F(PresetsTest, aBodyRestsOnAnObstacle) {
  open(empty);
  QString why;
  for (const auto& preset : presets())
    if (preset.group == "Rigid") edits.addElements(handleOf("/"), preset.name, presetXml(preset, {}, why));
  settle();
  edits.setData(handleOf("/Obstacle/frame"), "position", "0 -1.2 0 0 0 0 1");
  settle();
  steps(60);
  const auto height = dataText("/Body/frame.position").split(' ').at(1).toDouble();
  EXPECT_GT(height, -0.9) << "held above the obstacle's top";
  EXPECT_LT(height, -0.05) << "it fell onto it";
}

TEST_F(PresetsTest, ofAMeshRefuseOtherFiles) {
  for (const auto& preset : presets()) {
    QString why;
    if (!preset.needsMesh) continue;
    EXPECT_TRUE(presetXml(preset, "/a/picture.png", why).isEmpty());
    EXPECT_TRUE(why.contains("picture.png") && why.contains(".msh")) << why.toStdString();
  }
}

TEST_F(PresetsTest, areInThePalette) {
  open(empty);
  PalettePanel palette(session, selection, edits);
  palette.search("preset hexahedron");
  EXPECT_EQ(palette.chosenPreset(), "Hexahedron FEM");
  EXPECT_EQ(palette.chosenClass(), "");
  palette.addChosen();
  settle();
  EXPECT_EQ(problem, "");
  EXPECT_TRUE(paths().contains("/Hexahedra/elasticity"));
  EXPECT_EQ(edits.undoStack()->undoText(), "add Hexahedron FEM");
}

}  // namespace
}  // namespace sofa::gui
