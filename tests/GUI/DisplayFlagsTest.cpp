// SPDX-License-Identifier: Apache-2.0
#include <QLabel>
#include <QPushButton>

#include "PropertyFixture.h"
#include "Sofa/Component/Visual/VisualStyle.h"
#include "Sofa/GUI/Viewport/DisplayFlagsPanel.h"
#include "Sofa/GUI/Viewport/DisplayFlagsTree.h"

namespace sofa::gui {
namespace {

class DisplayFlagsTest : public PropertyFixture {
 protected:
  void openWith(const std::string& style) {
    open("<Node name=\"root\"><DefaultAnimationLoop/>" + style + "</Node>");
    flags.resize(300, 500);
    flags.show();
    ASSERT_TRUE(waitFor([&] { return flags.tree()->isEnabled(); }));
  }
  QTreeWidgetItem* item(const QString& name) {
    return flags.tree()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).front();
  }
  void click(const QString& name) {
    const QRect place = flags.tree()->visualItemRect(item(name));
    QTest::mouseClick(flags.tree()->viewport(), Qt::LeftButton, {}, QPoint(place.left() + 9, place.center().y()));
  }
  QString words() {
    return ask([](simulation::Node& root) {
      const auto* style = root.slot<component::visual::VisualStyle>();
      return style ? QString::fromStdString(style->d_displayFlags.text()) : QString("none");
    });
  }
  DisplayFlagsPanel flags{session, selection};
};

TEST_F(DisplayFlagsTest, readsTheStyleOfTheRoot) {
  openWith("<VisualStyle displayFlags=\"showBehavior showWireframe\"/>");
  EXPECT_TRUE(waitFor([&] { return item("Behavior")->checkState(0) == Qt::Checked; }));
  EXPECT_EQ(item("Force fields")->checkState(0), Qt::Checked);
  EXPECT_EQ(item("Visual models")->checkState(0), Qt::Checked) << "shown where nobody says otherwise";
  EXPECT_EQ(item("Collision")->checkState(0), Qt::Unchecked);
  EXPECT_EQ(item("All")->checkState(0), Qt::PartiallyChecked);
  EXPECT_EQ(item("Options")->checkState(0), Qt::PartiallyChecked);
}

TEST_F(DisplayFlagsTest, writesLeavesAndGroups) {
  openWith("<VisualStyle displayFlags=\"showVisual\"/>");
  click("Force fields");
  EXPECT_TRUE(waitFor([&] { return words() == "showVisual showForceFields"; }));
  EXPECT_EQ(item("Behavior")->checkState(0), Qt::PartiallyChecked);
  click("Behavior");
  EXPECT_TRUE(waitFor([&] { return words() == "showVisual showBehavior"; }));
  click("All");
  EXPECT_TRUE(waitFor([&] { return words() == "showAll"; }));
  click("All");
  EXPECT_TRUE(waitFor([&] { return words() == "hideAll"; }));
  click("Wireframe");
  EXPECT_TRUE(waitFor([&] { return words() == "hideAll showWireframe"; })) << words().toStdString();
  flags.findChild<QPushButton*>("displayFlagsDefault")->click();
  EXPECT_TRUE(waitFor([&] { return words() == "showVisual"; }));
}

TEST_F(DisplayFlagsTest, addsAStyleWhereThereIsNone) {
  openWith("");
  EXPECT_EQ(words(), "none");
  click("Collision models");
  EXPECT_TRUE(waitFor([&] { return words() == "showCollisionModels"; }));
  EXPECT_EQ(item("Visual models")->checkState(0), Qt::Checked);
  EXPECT_TRUE(waitFor([&] { return flags.findChild<QLabel*>("displayFlagsStyle")->text().contains("VisualStyle1"); }));
}

TEST_F(DisplayFlagsTest, followsChangesFromElsewhere) {
  openWith("<VisualStyle name=\"style\" displayFlags=\"showVisual\"/>");
  session.post([](simulation::Node& root) {
    core::findObjectByPath(root, "@/style")->setAttribute("displayFlags", "showCollision");
  });
  EXPECT_TRUE(waitFor([&] { return item("Collision")->checkState(0) == Qt::Checked; }));
}

}  // namespace
}  // namespace sofa::gui
