// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/PropertyPanel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QColorDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>

#include "CapturedMessages.h"
#include "PropertyFixture.h"
#include "SignalSpy.h"
#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/GUI/Properties/PropertyPages.h"
#include "Sofa/GUI/Viewport/DisplayFlagsTree.h"

namespace sofa::gui {
namespace {

/// Has a Data for every editor.
class EveryEditor : public core::Component {
 public:
  core::Data<bool> d_flag{this, "flag", false, "a switch"};
  core::Data<int> d_count{this, "count", 3, "a whole number"};
  core::Data<unsigned> d_index{this, "index", 1, "a number that is not negative"};
  core::Data<double> d_stiffness{this, "stiffness", 5000, "how stiff it is (N/m)"};
  core::Data<double> d_poissonRatio{this, "poissonRatio", 0.3, "how it keeps its volume"};
  core::Data<std::string> d_word{this, "word", "a word", "some text"};
  core::Data<std::string> d_filename{this, "filename", "", "a file", {.group = "Files"}};
  core::Data<type::Vec3> d_point{this, "point", type::Vec3(1, 2, 3), "a place (m)"};
  core::Data<type::Mat3> d_matrix{this, "matrix", type::Mat3::Identity(), "a matrix"};
  core::Data<type::Color> d_color{this, "color", {1, 0, 0, 1}, "a colour", {.group = "Visualization"}};
  core::Data<type::OptionGroup> d_method{
      this, "method", type::OptionGroup({"small", "large", "polar"}), "a choice", {.group = "Visualization"}};
  core::Data<type::Material> d_material{this, "material", {}, "a surface", {.group = "Visualization"}};
  core::Data<type::DisplayFlags> d_flags{this, "flags", {}, "what to show", {.group = "Visualization"}};
  core::Data<std::vector<double>> d_numbers{this, "numbers", {1, 2}, "a list"};
  core::Data<std::vector<type::Vec3>> d_points{this, "points", {}, "a list of places"};
  core::Data<std::vector<std::string>> d_words{this, "words", {}, "a list of words"};
  core::Data<double> d_result{this, "result", 0, "computed", {.group = "Outputs", .readOnly = true}};

  void reinit() override { d_result.set(d_stiffness.value() * 2); }
};
const auto registered = core::Register("EveryEditor", "Test", "has a Data for every editor").add<EveryEditor>();

const char* const scene = R"(<Node name="root" dt="0.01" gravity="0 -10 0">
  <DefaultAnimationLoop/>
  <EveryEditor name="every" count="7"/>
  <EveryEditor name="other" point="@every.point"/>
  <Node name="body">
    <EulerExplicitSolver/>
    <MechanicalObject name="dofs" position="0 5 0  1 5 0"/>
    <UniformMass name="mass" totalMass="2"/>
    <ConstantForceField name="load" mstate="@dofs" indices="0" forces="1 0 0"/>
  </Node>
</Node>)";

class PropertyPanelTest : public PropertyFixture {
 protected:
  void SetUp() override { open(scene); }
};

TEST_F(PropertyPanelTest, saysThatNothingIsSelected) {
  panel.show();
  auto* note = panel.findChild<QLabel*>("propertyNote");
  EXPECT_TRUE(note->isVisible());
  EXPECT_FALSE(panel.tabs()->isVisible());
}

TEST_F(PropertyPanelTest, headerNamesTheObject) {
  show("/body/mass");
  EXPECT_EQ(panel.findChild<QLabel*>("propertyName")->text(), "mass");
  EXPECT_EQ(panel.findChild<QLabel*>("propertyClass")->text(), "UniformMass<Vec3d>");
  QTest::mouseClick(panel.findChild<QToolButton*>("copyPath"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(), "/body/mass");
}

TEST_F(PropertyPanelTest, editsNumbers) {
  show("/every");
  type(field<NumberEdit>("count"), "12");
  EXPECT_TRUE(becomes("/every", "count", "12"));
  type(field<NumberEdit>("stiffness"), "2.5e4");
  EXPECT_TRUE(becomes("/every", "stiffness", "25000"));
  // reinit() was called, and the output shows what it did.
  EXPECT_TRUE(becomes("/every", "result", "50000"));
  auto* result = field<NumberEdit>("result");
  EXPECT_TRUE(waitFor([&] { return result->value() == 50000; }));
  EXPECT_TRUE(result->isReadOnly());
  QTest::keyClick(field<NumberEdit>("count"), Qt::Key_Up);
  EXPECT_TRUE(becomes("/every", "count", "13"));
}

TEST_F(PropertyPanelTest, editsSwitchesChoicesAndRatios) {
  show("/every");
  auto* box = field<QCheckBox>("flag");
  QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
  EXPECT_TRUE(becomes("/every", "flag", "1"));
  auto* choice = field<ChoiceField>("method");
  EXPECT_EQ(choice->count(), 3);
  choice->setFocus();
  QTest::keyClick(choice, Qt::Key_Down);
  EXPECT_TRUE(becomes("/every", "method", "large"));
  auto* slider = field<QSlider>("poissonRatio");
  EXPECT_EQ(slider->value(), 300);
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_End);
  EXPECT_TRUE(becomes("/every", "poissonRatio", "0.5"));
}

TEST_F(PropertyPanelTest, editsTextAndFiles) {
  show("/every");
  type(field<TextField>("word"), "two words");
  EXPECT_TRUE(becomes("/every", "word", "two words"));
  type(field<TextField>("words"), "a b");
  EXPECT_TRUE(becomes("/every", "words", "[\"a\", \"b\"]"));
  QTest::mouseClick(field<QToolButton>("filename", "chooseFile"), Qt::LeftButton);
  auto* dialog = row("filename").editor()->findChild<QFileDialog*>("fileDialog");
  ASSERT_NE(dialog, nullptr);
  Q_EMIT dialog->fileSelected("mesh/liver.obj");
  EXPECT_TRUE(becomes("/every", "filename", "mesh/liver.obj"));
}

TEST_F(PropertyPanelTest, editsVectorsByComponent) {
  show("/every");
  type(field<NumberEdit>("point", "scalar1"), "-4.5");
  EXPECT_TRUE(becomes("/every", "point", "1 -4.5 3"));
  type(field<NumberEdit>("matrix", "scalar5"), "9");
  EXPECT_TRUE(becomes("/every", "matrix", "[1 0 0],[0 1 9],[0 0 1]"));
}

TEST_F(PropertyPanelTest, editsColoursAndMaterials) {
  show("/every");
  type(field<TextField>("color"), "blue");
  EXPECT_TRUE(becomes("/every", "color", "0 0 1 1"));
  QTest::mouseClick(field<QToolButton>("color", "swatch"), Qt::LeftButton);
  auto* dialog = row("color").editor()->findChild<QColorDialog*>("colorDialog");
  ASSERT_NE(dialog, nullptr);
  dialog->setCurrentColor(QColor(0, 255, 0));
  dialog->accept();
  EXPECT_TRUE(becomes("/every", "color", "0 1 0 1"));
  auto* use = field<QCheckBox>("material", "useSpecular");
  QTest::mouseClick(use, Qt::LeftButton, {}, QPoint(8, use->height() / 2));
  type(field<ColorField>("material", "colorDiffuse")->findChild<TextField*>(), "1 0 0 1");
  EXPECT_TRUE(becomes("/every", "material",
                      "Default Diffuse 1 1 0 0 1 Ambient 1 0.2 0.2 0.2 1 Specular 1 1 1 1 1 Emissive 0 0 0 0 1 "
                      "Shininess 0 45"));
  type(field<ColorField>("material", "colorAmbient")->findChild<TextField*>(), "reddish");
  EXPECT_TRUE(row("material").problemText().contains("reddish"));
}

TEST_F(PropertyPanelTest, editsDisplayFlags) {
  show("/every");
  auto* tree = field<DisplayFlagsTree>("flags");
  auto* behavior = tree->findItems("Behavior", Qt::MatchExactly | Qt::MatchRecursive).front();
  const QRect place = tree->visualItemRect(behavior);
  QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(place.left() + 9, place.center().y()));
  EXPECT_TRUE(becomes("/every", "flags", "showBehavior"));
}

TEST_F(PropertyPanelTest, editsShortListsAsText) {
  show("/every");
  type(field<TextField>("numbers"), "1 2 3.5");
  EXPECT_TRUE(becomes("/every", "numbers", "1 2 3.5"));
  type(field<TextField>("points"), "1 2 3 4");
  EXPECT_TRUE(waitFor([&] { return row("points").problemText().contains("4 numbers, but an element has 3"); }));
  EXPECT_EQ(value("/every", "points"), "");
}

TEST_F(PropertyPanelTest, badTextKeepsTheValueAndSaysWhy) {
  show("/every");
  const auto refuses = [&](const QString& data, QWidget* where, const QString& text, const QString& why) {
    const QString before = value("/every", data.toStdString());
    type(where, text);
    EXPECT_TRUE(waitFor([&] { return row(data).problemText().contains(why); }))
        << row(data).problemText().toStdString();
    EXPECT_EQ(value("/every", data.toStdString()), before);
    EXPECT_TRUE(row(data).isRefused()) << data.toStdString();
  };
  refuses("stiffness", field<NumberEdit>("stiffness"), "soft", "\"soft\" is not a number");
  EXPECT_EQ(field<NumberEdit>("stiffness")->value(), 5000);
  refuses("count", field<NumberEdit>("count"), "2.5", "2.5 is no whole number");
  refuses("index", field<NumberEdit>("index"), "-1", "-1 is not between 0 and 4294967295");
  refuses("point", field<NumberEdit>("point", "scalar2"), "far", "\"far\" is not a number");
  refuses("color", field<TextField>("color"), "reddish", "no value of type RGBAColor");
  refuses("numbers", field<TextField>("numbers"), "1 two", "\"two\" is not a number");
  EXPECT_EQ(field<TextField>("numbers")->text(), "1 2");
}

TEST_F(PropertyPanelTest, aRefusedValueHasARedFrameUntilTheNextOne) {
  show("/every");
  auto* frame = panel.findChild<QFrame*>("refused_stiffness");
  EXPECT_FALSE(frame->isVisible());
  type(field<NumberEdit>("stiffness"), "soft");
  EXPECT_TRUE(waitFor([&] { return frame->isVisible(); }));
  EXPECT_EQ(frame->geometry(), row("stiffness").editor()->geometry());
  type(field<NumberEdit>("stiffness"), "6000");
  EXPECT_FALSE(frame->isVisible());
  EXPECT_TRUE(becomes("/every", "stiffness", "6000"));
}

/// Whatever way a field is left, it shows what the scene holds.
TEST_F(PropertyPanelTest, aFieldThatIsLeftShowsTheValueOfTheScene) {
  show("/every");
  panel.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&panel)) << "else fields hear nothing of the focus";
  auto* filter = panel.findChild<QLineEdit*>("propertyFilter");
  const auto leave = [&](QWidget* field, const QString& text) {
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
    filter->setFocus();
  };
  auto* number = field<NumberEdit>("stiffness");
  leave(number, "5e3x");
  EXPECT_TRUE(waitFor([&] { return number->text() == "5000" && row("stiffness").isRefused(); }));
  leave(number, "7e3");
  EXPECT_TRUE(becomes("/every", "stiffness", "7000"));
  EXPECT_TRUE(waitFor([&] { return number->text() == "7000"; })) << number->text().toStdString();
  auto* list = field<TextField>("numbers");
  leave(list, "1   2.0");
  EXPECT_TRUE(waitFor([&] { return list->text() == "1 2"; })) << list->text().toStdString();
}

TEST_F(PropertyPanelTest, enterAndEscapeEndTheInput) {
  show("/every");
  SignalSpy ended(&panel, &PropertyPanel::inputEnded);
  type(field<NumberEdit>("stiffness"), "12");
  EXPECT_EQ(ended.size(), 1);
  type(field<TextField>("word"), "two");
  EXPECT_EQ(ended.size(), 2);
  type(field<NumberEdit>("point", "scalar1"), "4");
  EXPECT_EQ(ended.size(), 3);
  for (const bool typed : {true, false}) {
    auto* number = field<NumberEdit>("count");
    number->setFocus();
    if (typed) QTest::keyClicks(number, "9");
    QTest::keyClick(number, Qt::Key_Escape);
    EXPECT_EQ(number->text(), "7");
  }
  EXPECT_EQ(ended.size(), 5);
  auto* filter = panel.findChild<QLineEdit*>("propertyFilter");
  filter->setFocus();
  QTest::keyClick(filter, Qt::Key_Return);
  EXPECT_EQ(ended.size(), 5) << "a search goes on";
  EXPECT_TRUE(becomes("/every", "stiffness", "12"));
  EXPECT_EQ(value("/every", "count"), "7");
}

TEST_F(PropertyPanelTest, escapeGivesUpWhatWasTyped) {
  show("/every");
  auto* number = field<NumberEdit>("stiffness");
  number->setFocus();
  QTest::keyClicks(number, "123");
  QTest::keyClick(number, Qt::Key_Escape);
  EXPECT_EQ(number->text(), "5000");
  panel.findChild<QLineEdit*>("propertyFilter")->setFocus();
  QTest::qWait(50);
  EXPECT_EQ(value("/every", "stiffness"), "5000");
}

TEST_F(PropertyPanelTest, marksAndResetsWhatChanged) {
  show("/every");
  EXPECT_TRUE(row("count").snapshot().differs) << "the scene gives it";
  EXPECT_FALSE(row("count").snapshot().changedSinceLoad);
  EXPECT_FALSE(row("stiffness").snapshot().differs);
  type(field<NumberEdit>("count"), "8");
  EXPECT_TRUE(becomes("/every", "count", "8"));
  EXPECT_TRUE(waitFor([&] { return row("count").snapshot().changedSinceLoad; }))
      << row("count").snapshot().text.toStdString() << "/" << row("count").snapshot().initialText.toStdString() << "|"
      << row("count").problemText().toStdString();
  choose("count", "resetToLoaded");
  EXPECT_TRUE(becomes("/every", "count", "7"));
  EXPECT_TRUE(waitFor([&] { return !row("count").snapshot().changedSinceLoad; }));
  choose("count", "resetToDefault");
  EXPECT_TRUE(becomes("/every", "count", "3"));
  EXPECT_TRUE(waitFor([&] { return !row("count").snapshot().differs; }));
  EXPECT_FALSE(
      ask([](simulation::Node& root) { return core::findObjectByPath(root, "@/every")->findData("count")->isSet(); }));
}

TEST_F(PropertyPanelTest, followsAndEndsLinks) {
  show("/other");
  auto* link = panel.findChild<QLabel*>("link_point");
  ASSERT_TRUE(link->isVisible());
  EXPECT_TRUE(link->text().contains("@/every.point"));
  EXPECT_TRUE(field<NumberEdit>("point", "scalar0")->isReadOnly());
  choose("point", "unlink");
  EXPECT_TRUE(waitFor([&] { return row("point").snapshot().linkPath.isEmpty(); }));
  EXPECT_EQ(value("/other", "point"), "1 2 3");
  EXPECT_FALSE(field<NumberEdit>("point", "scalar0")->isReadOnly());
  session.reload();
  ASSERT_TRUE(waitFor([&] { return panel.dataPage()->row("point") && !row("point").snapshot().linkPath.isEmpty(); }))
      << "what was selected is shown again after loading";
  Q_EMIT panel.findChild<QLabel*>("link_point")->linkActivated("#");
  EXPECT_EQ(selection.current().path, "/every");
}

TEST_F(PropertyPanelTest, linksOfTheObjectAreEditedAndFollowed) {
  show("/body/load");
  panel.tabs()->setCurrentIndex(1);
  auto* path = panel.findChild<TextField*>("linkPath_mstate");
  ASSERT_NE(path, nullptr);
  EXPECT_EQ(path->text(), "@dofs");
  type(path, "@nowhere");
  auto* problem = panel.findChild<QLabel*>("linkProblem_mstate");
  EXPECT_TRUE(waitFor([&] { return problem->isVisible(); }));
  EXPECT_TRUE(problem->text().contains("nowhere")) << problem->text().toStdString();
  EXPECT_EQ(path->text(), "@dofs");
  type(path, "@/body/dofs");
  EXPECT_TRUE(waitFor([&] {
    return ask([](simulation::Node& root) {
             return core::findObjectByPath(root, "@/body/load")->findLink("mstate")->text();
           }) == "@/body/dofs";
  }));
  Q_EMIT panel.findChild<QLabel*>("linkTargets_mstate")->linkActivated("0");
  EXPECT_EQ(selection.current().path, "/body/dofs");
}

TEST_F(PropertyPanelTest, valuesAreLiveWhileTheSimulationRuns) {
  show("/body/dofs");
  const QString before = row("position").snapshot().text;
  session.setPlaying(true);
  EXPECT_TRUE(waitFor([&] { return row("position").snapshot().text != before; }));
  // Not more often than 10 times a second, give or take.
  int shown = 0;
  QString last = row("position").snapshot().text;
  QElapsedTimer time;
  time.start();
  while (time.elapsed() < 1000) {
    QTest::qWait(5);
    if (row("position").snapshot().text != last) ++shown, last = row("position").snapshot().text;
  }
  session.setPlaying(false);
  EXPECT_GE(shown, 2);
  EXPECT_LE(shown, 12);
}

TEST_F(PropertyPanelTest, typingIsNotDisturbedByNewValues) {
  show("/");
  session.setPlaying(true);
  auto* time = field<NumberEdit>("time");
  time->setFocus();
  QTest::keyClick(time, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(time, "12");
  const double before = time->value();
  EXPECT_TRUE(waitFor([&] { return time->value() > before; }));
  EXPECT_EQ(time->text(), "12");
  session.setPlaying(false);
}

TEST_F(PropertyPanelTest, survivesTheRemovalOfWhatItShows) {
  show("/every");
  auto removed = std::make_shared<std::shared_ptr<core::Component>>();
  session.post([removed](simulation::Node& root) {
    *removed = std::dynamic_pointer_cast<core::Component>(core::findObjectByPath(root, "@/every")->shared_from_this());
    root.removeComponent(removed->get());
  });
  auto* note = panel.findChild<QLabel*>("propertyNote");
  EXPECT_TRUE(waitFor([&] { return note->isVisible(); }));
  EXPECT_EQ(note->text(), "/every is no longer in the scene.");
  EXPECT_FALSE(panel.tabs()->isEnabled());
  EXPECT_FALSE(panel.grab().isNull());
  session.post([removed](simulation::Node& root) { root.addComponent(*removed); });
  EXPECT_TRUE(waitFor([&] { return !note->isVisible() && panel.tabs()->isEnabled(); })) << "undone: it is back";
  session.post([removed](simulation::Node& root) {
    root.removeComponent(removed->get());
    removed->reset();
  });
  EXPECT_TRUE(waitFor([&] { return note->isVisible(); }));
  selection.clear();
  EXPECT_TRUE(note->text().startsWith("Nothing is selected"));
}

TEST_F(PropertyPanelTest, filtersByNameHelpAndValue) {
  show("/every");
  auto* filter = panel.findChild<QLineEdit*>("propertyFilter");
  const auto shown = [&] {
    QStringList names;
    for (auto* row : panel.dataPage()->rows())
      if (row->isVisible()) names << row->snapshot().name;
    return names;
  };
  filter->setText("stiff");
  EXPECT_EQ(shown(), QStringList{"stiffness"});
  filter->setText("choice");
  EXPECT_EQ(shown(), QStringList{"method"});
  filter->setText("polar bear");
  EXPECT_TRUE(shown().isEmpty());
  filter->setText("a word");
  EXPECT_EQ(shown(), QStringList{"word"});
  filter->clear();
  panel.findChild<QToolButton*>("changedOnly")->click();
  EXPECT_EQ(shown(), (QStringList{"count", "name"}));
}

TEST_F(PropertyPanelTest, groupsFold) {
  show("/every");
  auto* header = panel.findChild<QToolButton*>("group_Visualization");
  ASSERT_NE(header, nullptr);
  EXPECT_TRUE(row("color").isVisible());
  header->click();
  EXPECT_FALSE(row("color").isVisible());
  show("/other");
  EXPECT_FALSE(row("color").isVisible()) << "folded groups stay so";
}

TEST_F(PropertyPanelTest, showsTheMessagesOfItsObject) {
  tests::CapturedMessages silence;
  show("/every");
  session.post([](simulation::Node& root) {
    core::findObjectByPath(root, "@/every")->warning("something is odd");
    core::findObjectByPath(root, "@/other")->warning("not this one");
  });
  EXPECT_TRUE(waitFor([&] { return panel.tabs()->tabText(3) == "Messages (1)"; }));
  auto* text = panel.findChild<QPlainTextEdit*>("propertyMessages");
  EXPECT_TRUE(text->toPlainText().contains("something is odd"));
  panel.findChild<QPushButton*>("clearMessages")->click();
  EXPECT_TRUE(text->toPlainText().isEmpty());
}

TEST_F(PropertyPanelTest, energiesOfANodeFall) {
  show("/body");
  panel.tabs()->setCurrentIndex(4);
  session.setPlaying(true);
  EXPECT_TRUE(waitFor([&] { return panel.energyPage()->samples().size() >= 3; }));
  session.setPlaying(false);
  const auto& first = panel.energyPage()->samples().front();
  const auto& last = panel.energyPage()->samples().back();
  EXPECT_GT(last.kinetic, first.kinetic);
  EXPECT_LT(last.potential, first.potential);
  EXPECT_LT(last.linearMomentum[1], first.linearMomentum[1]);
  // 2 kg in free fall at 10 m/s^2.
  EXPECT_NEAR(last.linearMomentum[1], -20 * last.time, 1e-6 + 1e-9 * last.time);
  show("/every");
  EXPECT_FALSE(panel.tabs()->isTabVisible(4)) << "components have no such page";
}

TEST_F(PropertyPanelTest, menuAsksForPlotsAndColours) {
  show("/body/dofs");
  SignalSpy plot(&panel, &PropertyPanel::plotRequested), color(&panel, &PropertyPanel::colorByRequested);
  choose("position", "plot");
  choose("position", "colorBy");
  ASSERT_EQ(plot.size(), 1);
  ASSERT_EQ(color.size(), 1);
  EXPECT_EQ(plot.at(0).at(0).value<ObjectHandle>().path, "/body/dofs");
  EXPECT_EQ(plot.at(0).at(1).toString(), "position");
  choose("position", "copyPath");
  EXPECT_EQ(QApplication::clipboard()->text(), "@/body/dofs.position");
}

TEST_F(PropertyPanelTest, unitsStandBehindValues) {
  show("/every");
  EXPECT_EQ(row("stiffness").snapshot().unit, "N/m");
  EXPECT_EQ(unitOf("angle (degrees)"), "°");
  EXPECT_EQ(unitOf("a mesh (.obj)"), "");
  EXPECT_EQ(unitOf("kind of state (Vec3)"), "");
  EXPECT_EQ(unitOf("weight (kg m^2/s)"), "kg m²/s");
}

TEST_F(PropertyPanelTest, dataWithoutEffectAreFoundBySearchOnly) {
  open(
      "<Node><DefaultAnimationLoop/><MechanicalObject name='m' position='0 0 0'/>"
      "<FixedProjectiveConstraint name='fixed' indices='0'/></Node>");
  show("/fixed");
  EXPECT_TRUE(row("indices").isVisible());
  EXPECT_FALSE(panel.dataPage()->row("group")->isVisible());
  panel.dataPage()->filter()->setText("group");
  EXPECT_TRUE(panel.dataPage()->row("group")->isVisible());
}

TEST_F(PropertyPanelTest, anEditedListIsMarkedAlsoWhereTheSimulationChangesIt) {
  open("<Node><DefaultAnimationLoop/><MechanicalObject name='m' position='0 0 0 1 0 0'/></Node>");
  show("/m");
  EXPECT_FALSE(row("position").snapshot().changedSinceLoad);
  panel.setEdits(nullptr);
  ask([](simulation::Node& root) {
    return core::findObjectByPath(root, "@/m")->setAttribute("position", "0 0 0 2 0 0");
  });
  session.post([](simulation::Node&) {});
  EXPECT_TRUE(waitFor([&] { return row("position").snapshot().changedSinceLoad; }));
}

}  // namespace
}  // namespace sofa::gui
