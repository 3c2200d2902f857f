// SPDX-License-Identifier: Apache-2.0
// Panels leave room for the view, and tell what they are once.
#include <QDockWidget>
#include <QHeaderView>
#include <QTabBar>
#include <QTreeView>

#include "MainWindowFixture.h"
#include "Sofa/GUI/Messages/MessageModel.h"

namespace sofa::gui {
namespace {

class WindowLayoutTest : public MainWindowTest {
 protected:
  void shape(int width, int height) {
    window->resize(width, height);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
    QTest::qWait(200);
  }
  QDockWidget* dock(const char* name) const { return window->findChild<QDockWidget*>(QString(name) + "Dock"); }
};

TEST_F(WindowLayoutTest, theViewKeepsHalfOfASmallWindow) {
  for (const QSize size : {QSize(1500, 900), QSize(1000, 700), QSize(900, 600)}) {
    shape(size.width(), size.height());
    EXPECT_GE(2 * window->viewport().width(), window->width() - 2) << size.width();
    EXPECT_GE(2 * window->viewport().height(), window->height() - 2) << size.height();
  }
}

TEST_F(WindowLayoutTest, theViewHasTwoThirdsOfTheWindow) {
  shape(1280, 720);
  const auto area = [](const QWidget& widget) { return widget.width() * widget.height(); };
  EXPECT_GE(area(window->viewport()), 0.65 * area(*window))
      << window->viewport().width() << " x " << window->viewport().height();
  EXPECT_TRUE(dock("sceneGraphPanel")->isVisible());
  EXPECT_TRUE(dock("propertyPanel")->isVisible());
  EXPECT_GT(dock("propertyPanel")->y(), dock("sceneGraphPanel")->y());
}

TEST_F(WindowLayoutTest, aKeyFoldsTheLowerPanelsAndOpensThoseThatWere) {
  shape(1280, 720);
  EXPECT_EQ(action("lowerPanels")->shortcut(), QKeySequence("Ctrl+J"));
  const auto press = [this] { action("lowerPanels")->trigger(); };
  EXPECT_FALSE(dock("messagePanel")->isVisible());
  EXPECT_FALSE(action("lowerPanels")->isChecked());
  const int whole = window->viewport().height();
  press();
  for (const char* name : {"messagePanel", "plotPanel", "timelinePanel"}) EXPECT_FALSE(dock(name)->isHidden()) << name;
  EXPECT_TRUE(action("lowerPanels")->isChecked());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->viewport().height() < whole; }, patience));
  dock("timelinePanel")->hide();
  dock("plotPanel")->raise();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !dock("plotPanel")->visibleRegion().isEmpty(); }, patience));
  press();
  EXPECT_TRUE(QTest::qWaitFor([&] { return window->viewport().height() == whole; }, patience));
  EXPECT_TRUE(dock("plotPanel")->isHidden());
  // In the next run, too.
  window->close();
  window = std::make_unique<MainWindow>(options);
  window->show();
  shape(1280, 720);
  EXPECT_FALSE(dock("plotPanel")->isVisible());
  action("lowerPanels")->trigger();
  EXPECT_FALSE(dock("messagePanel")->isHidden());
  EXPECT_TRUE(dock("timelinePanel")->isHidden()) << "it was closed";
  EXPECT_TRUE(QTest::qWaitFor([&] { return !dock("plotPanel")->visibleRegion().isEmpty(); }, patience));
}

TEST_F(WindowLayoutTest, aLowerPanelThatIsAskedForBringsTheOthersAlong) {
  shape(1280, 720);
  dock("profilerPanel")->toggleViewAction()->trigger();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !dock("profilerPanel")->visibleRegion().isEmpty(); }, patience));
  EXPECT_FALSE(dock("messagePanel")->isHidden());
}

TEST_F(WindowLayoutTest, aPlotHasRoomAtTheBottom) {
  shape(1000, 700);
  action("lowerPanels")->trigger();
  QTest::qWait(200);
  EXPECT_GE(dock("messagePanel")->height(), 170);
}

TEST_F(WindowLayoutTest, eachPanelHasOneTitle) {
  shape(1200, 800);
  const auto isHidden = [](const QDockWidget* d) { return d->titleBarWidget() != nullptr; };
  EXPECT_TRUE(isHidden(dock("propertyPanel"))) << "its tab names it";
  for (const char* name : {"displayFlagsPanel", "colorByPanel"}) dock(name)->hide();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !isHidden(dock("propertyPanel")); }, patience)) << "it is alone";
}

TEST_F(WindowLayoutTest, tabsShowTheirWholeNames) {
  shape(1000, 700);
  const auto bars = window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
  EXPECT_GE(bars.size(), 3);
  for (const auto* bar : bars) {
    EXPECT_EQ(bar->elideMode(), Qt::ElideNone);
    if (!bar->isVisible() || bar->count() == 0) continue;
    EXPECT_LE(bar->tabRect(bar->count() - 1).right(), bar->width()) << bar->tabText(0).toStdString();
  }
}

TEST_F(WindowLayoutTest, aPanelFromTheMenuLiesOnTop) {
  shape(1200, 800);
  auto* mouse = dock("mousePanel");
  ASSERT_FALSE(mouse->isVisible());
  mouse->toggleViewAction()->trigger();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !mouse->visibleRegion().isEmpty(); }, patience));
  EXPECT_TRUE(dock("propertyPanel")->visibleRegion().isEmpty());
}

TEST_F(WindowLayoutTest, canBeReset) {
  shape(1200, 800);
  action("lowerPanels")->trigger();
  dock("mousePanel")->show();
  dock("sceneGraphPanel")->setFloating(true);
  action("resetLayout")->trigger();
  EXPECT_TRUE(dock("messagePanel")->isHidden());
  EXPECT_TRUE(dock("mousePanel")->isHidden());
  EXPECT_FALSE(dock("sceneGraphPanel")->isFloating());
}

TEST_F(WindowLayoutTest, messagesGetTheWidthOfTheirPanel) {
  action("lowerPanels")->trigger();
  const auto* view = window->findChild<QTreeView*>("messageView");
  for (const int width : {1500, 1000}) {
    shape(width, 800);
    for (int column = 0; column < MessageModel::ColumnCount; ++column) {
      if (column != MessageModel::Text) {
        EXPECT_LT(view->columnWidth(column), view->columnWidth(MessageModel::Text));
      }
    }
    EXPECT_GE(2 * view->columnWidth(MessageModel::Text), view->viewport()->width() - 2) << width;
  }
}

}  // namespace
}  // namespace sofa::gui
