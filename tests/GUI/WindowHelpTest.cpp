// SPDX-License-Identifier: Apache-2.0
// The window helps on: where nothing is to be seen, by a tutorial, examples with pictures and the documentation.
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTextBrowser>

#include "MainWindowFixture.h"
#include "Sofa/GUI/SceneGraph/Palette.h"
#include "Sofa/GUI/Viewport/ViewOverlay.h"
#include "Sofa/GUI/Window/ExampleDialog.h"
#include "Sofa/GUI/Window/HelpWindow.h"

namespace sofa::gui {
namespace {

class WindowHelpTest : public MainWindowTest {
 protected:
  std::string write(const std::string& text) { return folder.write("one.scn", text); }
  HintOverlay* hint() const { return window->findChild<HintOverlay*>("hintOverlay"); }
};

TEST_F(WindowHelpTest, aSceneOfWhichNothingIsDrawnSaysSoAndCanBeShown) {
  ASSERT_TRUE(
      open(write("<Node><DefaultAnimationLoop/><VisualStyle displayFlags='hideAll'/>"
                 "<MechanicalObject position='0 0 0 1 0 0'/></Node>")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return hint()->isVisible(); }, patience));
  EXPECT_TRUE(hint()->text().contains("Nothing of this scene is drawn")) << hint()->text().toStdString();
  hint()->findChild<QPushButton*>("hintButton")->click();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !window->viewport().frame()->drawList.empty(); }, patience));
  EXPECT_TRUE(QTest::qWaitFor([&] { return !hint()->isVisible(); }, patience));
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->tools().edits.undoStack()->canUndo(); }, patience));
}

TEST_F(WindowHelpTest, aSceneThatIsDrawnHasNoHintAndAnEmptyOneTellsHowToBegin) {
  ASSERT_TRUE(open(scene));
  QTest::qWait(200);
  EXPECT_FALSE(hint()->isVisible());
  ASSERT_TRUE(open(write("<Node><DefaultAnimationLoop/></Node>")));
  ASSERT_TRUE(QTest::qWaitFor([&] { return hint()->isVisible(); }, patience));
  EXPECT_TRUE(hint()->text().contains("preset")) << hint()->text().toStdString();
  EXPECT_FALSE(hint()->findChild<QPushButton*>("hintButton")->isVisible());
}

TEST_F(WindowHelpTest, presetsComeBesideWhatIsThereAndInSight) {
  ASSERT_TRUE(open(scene));
  auto* palette = window->findChild<PalettePanel*>("palettePanel");
  palette->search("preset hexahedron");
  const auto boxes = [this] {
    return answer([](simulation::Node& root) {
      std::vector<type::BoundingBox> all;
      for (const auto& child : root.children()) all.push_back(child->d_bbox.value());
      return all;
    });
  };
  for (std::size_t count = 2; count <= 4; ++count) {
    window->tools().selection.clear();
    palette->addChosen();
    ASSERT_TRUE(QTest::qWaitFor([&] { return boxes().size() == count && !boxes().back().empty(); }, patience));
  }
  const auto all = boxes();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_TRUE((all[i].min.array() > all[k].max.array()).any() || (all[k].min.array() > all[i].max.array()).any())
          << i << " overlaps " << k;
  const auto& camera = window->viewport().camera();
  EXPECT_TRUE(QTest::qWaitFor(
      [&] {
        const auto a = camera.project(all.back().min), b = camera.project(all.back().max);
        const auto isInside = [&](const type::Vec3& p) {
          return p.x() >= 0 && p.x() <= camera.width && p.y() >= 0 && p.y() <= camera.height && p.z() > 0;
        };
        return isInside(a) && isInside(b);
      },
      patience));
}

TEST_F(WindowHelpTest, theTutorialHasThreeStepsAndNoticesWhatIsDone) {
  ASSERT_TRUE(open(scene));
  auto* tutorial = window->findChild<TutorialOverlay*>("tutorialOverlay");
  EXPECT_EQ(tutorial->current(), -1);
  action("tutorial")->trigger();
  EXPECT_EQ(tutorial->current(), 0);
  action("play")->trigger();
  const auto isTicked = [&] {
    for (const auto* label : tutorial->findChildren<QLabel*>())
      if (label->text().startsWith(QString::fromUtf8("\u2713"))) return true;
    return false;
  };
  EXPECT_TRUE(QTest::qWaitFor(isTicked, patience));
  auto* next = tutorial->findChild<QPushButton*>("tutorialNext");
  next->click();
  EXPECT_EQ(tutorial->current(), 1);
  EXPECT_FALSE(isTicked());
  next->click();
  EXPECT_EQ(tutorial->current(), 2);
  next->click();
  EXPECT_EQ(tutorial->current(), -1);
}

TEST_F(WindowHelpTest, documentationIsShownWithItsLinks) {
  action("viewerHelp")->trigger();
  auto* help = window->findChild<HelpWindow*>("helpWindow");
  ASSERT_TRUE(help) << "share/doc/sofa is missing";
  EXPECT_EQ(help->page(), "viewer.md");
  auto* text = help->findChild<QTextBrowser*>("helpText");
  EXPECT_TRUE(text->toPlainText().contains("The viewer"));
  EXPECT_TRUE(help->showPage("tutorial.md"));
  EXPECT_FALSE(help->showPage("no_such_page.md"));
  EXPECT_TRUE(help->showContents());
  EXPECT_TRUE(text->toPlainText().contains("Three steps in the viewer")) << text->toPlainText().toStdString();
  Q_EMIT text->anchorClicked(QUrl("viewer.md"));
  EXPECT_EQ(help->page(), "viewer.md");
}

TEST(ExamplesTest, allHavePicturesAndSayWhatTheyShow) {
  const auto all = examples();
  ASSERT_GE(all.size(), 9u);
  EXPECT_EQ(all.front().category, "Topology");
  EXPECT_EQ(all.back().category, "Verification");
  for (const auto& example : all) {
    EXPECT_FALSE(example.picture.isEmpty())
        << example.file.toStdString() << ": run tests/GUI/render_thumbnails.py on it";
    EXPECT_FALSE(example.help.isEmpty()) << example.file.toStdString();
  }
  ExampleDialog dialog;
  EXPECT_EQ(dialog.list()->count(), static_cast<int>(all.size()));
  dialog.list()->setCurrentRow(1);
  EXPECT_EQ(dialog.chosen(), all[1].file);
}

TEST(ExamplesTest, areFoundByGroupAndWords) {
  const auto all = examples();
  ExampleDialog dialog;
  auto* groups = dialog.findChild<QListWidget*>("exampleGroups");
  auto* search = dialog.findChild<QLineEdit*>("exampleSearch");
  const auto shown = [&] {
    QStringList categories;
    for (int row = 0; row < dialog.list()->count(); ++row)
      if (!dialog.list()->item(row)->isHidden()) categories << all[static_cast<std::size_t>(row)].category;
    categories.removeDuplicates();
    return categories;
  };
  QStringList first;
  for (int row = 0; row < 6; ++row) first << groups->item(row)->text();
  EXPECT_EQ(first, (QStringList{"All", "Organs, cutting, tearing", "Python: robots, sweeps, learning",
                                "Cloth, rubber, shells", "Fluids", "Contact"}));
  EXPECT_EQ(groups->item(groups->count() - 1)->text(), "Verification");
  groups->setCurrentRow(5);
  EXPECT_EQ(shown(), QStringList{"Collision"});
  EXPECT_TRUE(dialog.chosen().contains("/Collision/"));
  groups->setCurrentRow(0);
  search->setText("TANK jet");
  EXPECT_EQ(shown(), QStringList{"Fluid"});
  EXPECT_TRUE(dialog.chosen().endsWith("filling_tank.scn"));
  search->setText("no such words");
  EXPECT_TRUE(shown().isEmpty());
  EXPECT_TRUE(dialog.chosen().isEmpty());
  search->clear();
  EXPECT_FALSE(dialog.chosen().isEmpty());
}

}  // namespace
}  // namespace sofa::gui
