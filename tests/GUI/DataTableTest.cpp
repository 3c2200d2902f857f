// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataTableView.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

#include "CpuTimer.h"
#include "PropertyFixture.h"
#include "Sofa/GUI/Properties/DataEdits.h"

namespace sofa::gui {
namespace {

class DataTableTest : public PropertyFixture {
 protected:
  /// A state with `count` points at (i, 0, 0), its table unfolded.
  void openPoints(int count) {
    open(R"(<Node name="root"><DefaultAnimationLoop/><MechanicalObject name="dofs" position="0 0 0"/></Node>)");
    session.post([count](simulation::Node& root) {
      auto& data = *core::findObjectByPath(root, "@/dofs")->findData("position");
      data.type().setElementCount(data.rawEdit(), static_cast<std::size_t>(count));
      void* value = data.rawEdit();
      for (int i = 0; i < count; ++i) data.type().set(value, static_cast<std::size_t>(3 * i), i);
    });
    show("/dofs");
    field<QToolButton>("position", "unfoldTable")->click();
    view = field<DataTableView>("position");
    table = view->table();
  }
  QString cell(int row, int column) {
    const auto index = view->model()->index(row, column);
    EXPECT_TRUE(waitFor([&] { return index.data().isValid(); }));
    return index.data().toString();
  }
  void selectRows(int first, int last) {
    table->selectionModel()->select(QItemSelection(view->model()->index(first, 0), view->model()->index(last, 2)),
                                    QItemSelectionModel::ClearAndSelect);
  }

  DataTableView* view = nullptr;
  QTableView* table = nullptr;
};

TEST_F(DataTableTest, editsOneCell) {
  openPoints(3);
  EXPECT_EQ(cell(2, 0), "2");
  table->setCurrentIndex(view->model()->index(1, 1));
  table->edit(view->model()->index(1, 1));
  auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  if (!editor) editor = table->viewport()->findChild<QLineEdit*>();
  ASSERT_NE(editor, nullptr);
  editor->clear();
  QTest::keyClicks(editor, "4.5");
  Q_EMIT view->model()->dataChanged(view->model()->index(0, 0), view->model()->index(2, 2));
  EXPECT_EQ(editor->text(), "4.5") << "new values leave what is being typed alone";
  QTest::keyClick(editor, Qt::Key_Return);
  EXPECT_TRUE(becomes("/dofs", "position", "0 0 0 1 4.5 0 2 0 0"));
  EXPECT_FALSE(view->model()->setData(view->model()->index(0, 0), "far", Qt::EditRole));
  EXPECT_TRUE(row("position").problemText().contains("“far” is not a number"));
}

TEST_F(DataTableTest, springsAreRows) {
  open(R"(<Node name="root"><DefaultAnimationLoop/><MechanicalObject name="dofs" position="0 0 0 1 0 0 2 0 0"/>
    <SpringForceField name="springs" spring="0 1 100 5 1  1 2 200 6 0.5"/></Node>)");
  show("/springs");
  field<QToolButton>("spring", "unfoldTable")->click();
  view = field<DataTableView>("spring");
  table = view->table();
  EXPECT_EQ(view->model()->rowCount(), 2);
  ASSERT_EQ(view->model()->columnCount(), 5);
  EXPECT_EQ(view->model()->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), "stiffness");
  EXPECT_EQ(cell(1, 1), "2");
  EXPECT_EQ(cell(1, 4), "0.5");
  EXPECT_TRUE(view->model()->setData(view->model()->index(0, 2), "150", Qt::EditRole));
  EXPECT_TRUE(becomes("/springs", "spring", "0 1 150 5 1 1 2 200 6 0.5"));
  selectRows(0, 0);
}

TEST_F(DataTableTest, addsAndRemovesRows) {
  openPoints(3);
  cell(2, 0);
  table->setCurrentIndex(view->model()->index(1, 0));
  view->findChild<QToolButton*>("addRow")->click();
  EXPECT_TRUE(becomes("/dofs", "position", "0 0 0 1 0 0 1 0 0 2 0 0"));
  EXPECT_TRUE(waitFor([&] { return view->model()->rowCount() == 4; }));
  selectRows(0, 1);
  view->findChild<QToolButton*>("removeRows")->click();
  EXPECT_TRUE(becomes("/dofs", "position", "1 0 0 2 0 0"));
  EXPECT_TRUE(waitFor([&] { return view->model()->rowCount() == 2; }));
}

TEST_F(DataTableTest, copiesAndPastesCommaSeparatedValues) {
  openPoints(4);
  selectRows(1, 2);
  QApplication::clipboard()->clear();
  QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
  EXPECT_TRUE(waitFor([] { return QApplication::clipboard()->text() == "1,0,0\n2,0,0\n"; }));
  table->setCurrentIndex(view->model()->index(3, 0));
  QApplication::clipboard()->setText("7;8;9\n10\t11\t12\n");
  QTest::keyClick(table, Qt::Key_V, Qt::ControlModifier);
  EXPECT_TRUE(becomes("/dofs", "position", "0 0 0 1 0 0 2 0 0 7 8 9 10 11 12"));
  table->setCurrentIndex(view->model()->index(0, 1));
  QApplication::clipboard()->setText("5\n6");
  QTest::keyClick(table, Qt::Key_V, Qt::ControlModifier);
  EXPECT_TRUE(becomes("/dofs", "position", "0 5 0 1 6 0 2 0 0 7 8 9 10 11 12"));
  QApplication::clipboard()->setText("1,2,3");
  QTest::keyClick(table, Qt::Key_V, Qt::ControlModifier);
  EXPECT_TRUE(row("position").problemText().contains("do not fit from column 2"))
      << row("position").problemText().toStdString();
  QApplication::clipboard()->setText("1,x");
  QTest::keyClick(table, Qt::Key_V, Qt::ControlModifier);
  EXPECT_TRUE(row("position").problemText().contains("“x” is not a number"));
}

TEST_F(DataTableTest, aMillionRowsScroll) {
  openPoints(1'000'000);
  tests::CpuTimer time;
  EXPECT_EQ(view->model()->rowCount(), 1'000'000);
  EXPECT_EQ(cell(0, 0), "0");
  auto* bar = table->verticalScrollBar();
  for (int i = 1; i <= 200; ++i) {
    bar->setValue(static_cast<int>(static_cast<double>(bar->maximum()) * i / 200));
    table->viewport()->grab();
    QApplication::processEvents();
  }
  EXPECT_EQ(cell(999'999, 0), "999999");
  const auto elapsed = time.elapsed();
  std::printf("[ 200 places of a million rows: %.0f ms ]\n", elapsed);
  EXPECT_LT(elapsed, 10000) << "50 ms for each place";
  EXPECT_LE(view->model()->cachedBlocks(), DataTableModel::mostBlocks);
  // One scalar of the million, without a trip of the others.
  time.restart();
  EXPECT_TRUE(view->model()->setData(view->model()->index(500'000, 2), "3", Qt::EditRole));
  EXPECT_EQ(ask([](simulation::Node& root) {
              const auto& data = *core::findObjectByPath(root, "@/dofs")->findData("position");
              return data.type().get(data.rawValue(), 1'500'002);
            }),
            3);
  EXPECT_LT(time.elapsed(), 2000);
}

TEST_F(DataTableTest, followsWhatTheSimulationDoes) {
  openPoints(3);
  EXPECT_EQ(cell(1, 0), "1");
  session.post(
      [](simulation::Node& root) { core::findObjectByPath(root, "@/dofs")->setAttribute("position", "5 5 5  6 6 6"); });
  EXPECT_TRUE(waitFor([&] { return view->model()->rowCount() == 2 && view->model()->index(1, 0).data() == "6"; }));
}

TEST_F(DataTableTest, summaryOfItsNumbers) {
  openPoints(5);
  const auto s = ask(
      [](simulation::Node& root) { return summarize(*core::findObjectByPath(root, "@/dofs")->findData("position")); });
  EXPECT_EQ(s.count, 15u);
  EXPECT_EQ(s.min, 0);
  EXPECT_EQ(s.max, 4);
  EXPECT_DOUBLE_EQ(s.norm, std::sqrt(30.0));
}

TEST(DataRows, areReplacedAnywhere) {
  struct Owner : core::Component {
    core::Data<std::vector<type::Vec2>> d_list{this, "list", {}, ""};
  } owner;
  auto& data = owner.d_list;
  EXPECT_EQ(applyRows(data, 0, 0, {1, 2, 3, 4, 5, 6}), "");
  EXPECT_EQ(applyRows(data, 1, 1, {7, 7, 8, 8, 9, 9}), "");
  EXPECT_EQ(data.text(), "1 2 7 7 8 8 9 9 5 6");
  EXPECT_EQ(applyRows(data, 0, 3, {0, 0}), "");
  EXPECT_EQ(data.text(), "0 0 9 9 5 6");
  EXPECT_NE(applyRows(data, 2, 2, {}), "");
  EXPECT_NE(applyRows(data, 0, 0, {1}), "");
  EXPECT_NE(applyRows(data, 0, 0, {1, std::numeric_limits<double>::infinity()}), "");
  EXPECT_EQ(data.text(), "0 0 9 9 5 6");
  EXPECT_EQ(applyScalar(data, 5, -1), "");
  EXPECT_NE(applyScalar(data, 6, -1), "");
  EXPECT_EQ(data.text(), "0 0 9 9 5 -1");
}

}  // namespace
}  // namespace sofa::gui
