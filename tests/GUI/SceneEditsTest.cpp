// SPDX-License-Identifier: Apache-2.0
// Edits of a running scene, undone and done again, and saved.
#include "SceneGraphFixture.h"
#include "SignalSpy.h"
#include "Sofa/Simulation/Simulation.h"

namespace sofa::gui {
namespace {

class SceneEditsTest : public SceneGraphTest {};

TEST_F(SceneEditsTest, dataAreSetMergedAndUndone) {
  open();
  const auto mass = handleOf("/Chain/mass");
  for (const char* text : {"0.2", "0.3", "0.4"}) {
    edits.setData(mass, "vertexMass", text);
    settle();
  }
  EXPECT_TRUE(dataText("/Chain/mass.vertexMass").startsWith("0.4"));
  EXPECT_EQ(edits.undoStack()->count(), 1) << "one after the other, undone together";
  edits.undoStack()->undo();
  settle();
  EXPECT_TRUE(dataText("/Chain/mass.vertexMass").startsWith("0.1"));
  edits.undoStack()->redo();
  settle();
  EXPECT_TRUE(dataText("/Chain/mass.vertexMass").startsWith("0.4"));
  edits.setData(mass, "vertexMass", "abc");
  settle();
  EXPECT_TRUE(problem.contains("vertexMass")) << problem.toStdString();
  EXPECT_TRUE(dataText("/Chain/mass.vertexMass").startsWith("0.4"));
  EXPECT_EQ(edits.undoStack()->count(), 1);
  edits.setData(mass, "vertxMass", "1");
  settle();
  EXPECT_TRUE(problem.contains("vertexMass")) << "the nearest name: " << problem.toStdString();
}

TEST_F(SceneEditsTest, oneValueForSeveralObjects) {
  open(R"(<Node name="root"><DefaultAnimationLoop/><Node name="a"><MechanicalObject name="dofs" position="0 0 0"/>
    <UniformMass name="m" vertexMass="1"/></Node><Node name="b"><MechanicalObject name="dofs" position="1 0 0"/>
    <UniformMass name="m" vertexMass="2"/></Node></Node>)");
  const QList<ObjectHandle> masses = {handleOf("/a/m"), handleOf("/b/m")};
  edits.setDataOfAll(masses, "vertexMass", "5");
  settle();
  EXPECT_TRUE(dataText("/a/m.vertexMass").startsWith("5"));
  EXPECT_TRUE(dataText("/b/m.vertexMass").startsWith("5"));
  EXPECT_EQ(edits.undoStack()->count(), 1);
  edits.undoStack()->undo();
  settle();
  EXPECT_TRUE(dataText("/a/m.vertexMass").startsWith("1"));
  EXPECT_TRUE(dataText("/b/m.vertexMass").startsWith("2"));
  edits.setDataOfAll({handleOf("/a/m"), handleOf("/b/dofs")}, "vertexMass", "7");
  settle();
  EXPECT_FALSE(problem.isEmpty()) << "a state has no mass";
  EXPECT_TRUE(dataText("/a/m.vertexMass").startsWith("1")) << "all or none";
}

TEST_F(SceneEditsTest, theTreeMarksWhatWasEditedAndWhatFollows) {
  open(R"(<Node name="root"><DefaultAnimationLoop/><Node name="a"><MeshTopology name="mesh" position="0 0 0"/>
    <MechanicalObject name="dofs" position="@mesh.position"/><UniformMass name="m" vertexMass="1"/></Node></Node>)");
  EXPECT_FALSE(row("/a/m").data(SceneGraphModel::EditedRole).toBool());
  EXPECT_EQ(row("/a/m").data(SceneGraphModel::FollowedRole).toInt(), 0);
  EXPECT_EQ(row("/a/dofs").data(SceneGraphModel::FollowedRole).toInt(), 1);
  edits.setData(handleOf("/a/m"), "vertexMass", "3");
  settle();
  EXPECT_TRUE(row("/a/m").data(SceneGraphModel::EditedRole).toBool());
  edits.undoStack()->undo();
  settle();
  EXPECT_FALSE(row("/a/m").data(SceneGraphModel::EditedRole).toBool());
}

TEST_F(SceneEditsTest, aRemovedComponentMayStillBePointedTo) {
  open();
  edits.remove({handleOf("/Chain/dofs")});
  settle();
  edits.undoStack()->clear();
  steps(3);
  ask([](simulation::Node& root) { return simulation::updateVisual(root), true; });
  edits.remove({handleOf("/Chain")});
  settle();
  steps(2);
}

TEST_F(SceneEditsTest, renameMovesPathsAndRefusesBadNames) {
  open();
  EXPECT_TRUE(panel.model()->setData(row("/Chain/mass"), "weight"));
  settle();
  EXPECT_TRUE(paths().contains("/Chain/weight"));
  for (const char* bad : {"a/b", "dofs"}) {
    problem.clear();
    edits.rename(handleOf("/Chain/weight"), bad);
    settle();
    EXPECT_FALSE(problem.isEmpty()) << bad;
    EXPECT_TRUE(paths().contains("/Chain/weight")) << bad;
  }
  edits.undoStack()->undo();
  settle();
  EXPECT_TRUE(paths().contains("/Chain/mass"));
}

TEST_F(SceneEditsTest, whatCannotBeAddedIsToldAndLeavesNothing) {
  open();
  const auto before = paths();
  edits.addComponent(handleOf("/Chain"), "UniformMas");
  settle();
  EXPECT_TRUE(problem.contains("UniformMass")) << problem.toStdString();
  EXPECT_EQ(paths(), before);
  edits.addComponent(handleOf("/Empty"), "RigidMapping");  // no state to map
  settle();
  EXPECT_TRUE(problem.contains("RigidMapping")) << problem.toStdString();
  EXPECT_EQ(paths(), before);
  EXPECT_EQ(edits.undoStack()->count(), 0);
  auto* notice = panel.findChild<QLabel*>("sceneGraph.notice");
  EXPECT_FALSE(notice->isHidden());
}

TEST_F(SceneEditsTest, removingAndUndoingGivesTheSameMotion) {
  open();
  steps(2);
  edits.remove({handleOf("/Chain/springs")});
  settle();
  EXPECT_FALSE(paths().contains("/Chain/springs"));
  edits.undoStack()->undo();
  settle();
  EXPECT_LT(paths().indexOf("/Chain/springs"), paths().indexOf("/Chain/hook")) << "in its place";
  steps(2);
  const auto edited = dataText("/Chain/dofs.position");
  open();
  steps(4);
  EXPECT_EQ(dataText("/Chain/dofs.position"), edited);
}

TEST_F(SceneEditsTest, removingTheStateUnderEverything) {
  open();
  steps(1);
  selection.select(handleOf("/Chain/dofs"));
  trigger("/Chain/dofs", "remove");
  EXPECT_FALSE(paths().contains("/Chain/dofs"));
  steps(2);
  edits.undoStack()->undo();
  settle();
  EXPECT_TRUE(paths().contains("/Chain/dofs"));
  const auto before = dataText("/Chain/dofs.position");
  steps(3);
  EXPECT_NE(dataText("/Chain/dofs.position"), before) << "it moves again";
}

TEST_F(SceneEditsTest, duplicateCutAndPaste) {
  open();
  trigger("/Chain", "duplicate");
  EXPECT_TRUE(paths().contains("/Chain2/dofs"));
  EXPECT_LT(paths().indexOf("/Chain2"), paths().indexOf("/Empty")) << "behind the original";
  steps(3);
  EXPECT_EQ(dataText("/Chain/dofs.position").isEmpty(), false);
  trigger("/Chain2", "cut");
  EXPECT_FALSE(paths().contains("/Chain2"));
  EXPECT_TRUE(QApplication::clipboard()->text().startsWith("<Node name=\"Chain2\""));
  trigger("/Empty", "paste");
  EXPECT_TRUE(paths().contains("/Empty/Chain2/dofs"));
  QApplication::clipboard()->setText("<UniformMass/>\n<Broken");
  trigger("/Empty", "paste");
  EXPECT_TRUE(problem.contains("Line 2")) << problem.toStdString();
  steps(1);
}

TEST_F(SceneEditsTest, savesWhatWasEdited) {
  open();
  steps(3);
  edits.setData(handleOf("/Chain/mass"), "vertexMass", "0.7");
  edits.remove({handleOf("/Empty")});
  settle();
  SignalSpy saved(&edits, &SceneEdits::saved);
  edits.save(QString::fromStdString(folder.file("saved.scn")));
  ASSERT_TRUE(saved.wait(5000));
  EXPECT_TRUE(edits.undoStack()->isClean());
  const auto text = folder.read("saved.scn");
  EXPECT_NE(text.find("vertexMass=\"0.7\""), std::string::npos) << text;
  EXPECT_NE(text.find("position=\"0 0 0  1 0 0  2 0 0\""), std::string::npos) << "where it began";
  EXPECT_EQ(text.find("Empty"), std::string::npos);
  edits.save("/no/such/folder/x.scn");
  settle();
  EXPECT_TRUE(problem.contains("No such file")) << problem.toStdString();
}

TEST_F(SceneEditsTest, reloadingEndsTheHistory) {
  open();
  edits.remove({handleOf("/Chain/mass")});
  settle();
  open();
  EXPECT_EQ(edits.undoStack()->count(), 0);
  EXPECT_TRUE(paths().contains("/Chain/mass"));
}

}  // namespace
}  // namespace sofa::gui
