// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDrag>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTabBar>
#include <QTimer>
#include <atomic>
#include <thread>

#include "MainWindowFixture.h"
#include "Sofa/GUI/Plots/CompareWindow.h"
#include "SourceFolder.h"

/// Random clicks, keys, drags, edits, undo, reload, over some examples: nothing may crash, hang or make OpenGL
/// complain.
///
///   SOFA_MONKEY_SECONDS  how long it goes on                     [6]
///   SOFA_MONKEY_SEED     which way it goes                       [1]
///   SOFA_MONKEY_SCENES   scenes, separated by ':'                [some of examples/]
///   SOFA_MONKEY_LOG      set: what it does goes to stderr
namespace sofa::gui {
namespace {

QString environment(const char* name, const QString& otherwise) { return qEnvironmentVariable(name, otherwise); }

/// Ends the program, so that the place is seen in a debugger, if the interface does not answer for too long.
class Watchdog {
 public:
  Watchdog() : m_thread([this] { watch(); }) {}
  ~Watchdog() {
    m_quit = true;
    m_thread.join();
  }
  void alive(const QString& doing) {
    const std::lock_guard lock(m_mutex);
    m_doing = doing.toStdString();
    m_idle = 0;
  }

 private:
  static constexpr int longestSilence = 60;  // s
  void watch() {
    while (!m_quit) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      const std::lock_guard lock(m_mutex);
      if (++m_idle < 10 * longestSilence) continue;
      std::fprintf(stderr, "The interface hangs at: %s\n", m_doing.c_str());
      std::abort();
    }
  }
  std::mutex m_mutex;
  std::string m_doing;
  int m_idle = 0;
  std::atomic<bool> m_quit{false};
  std::thread m_thread;
};

/// What OpenGL complains of.
class GlComplaints : public helper::MessageHandler {
 public:
  GlComplaints() { helper::addMessageHandler(this); }
  ~GlComplaints() override { helper::removeMessageHandler(this); }
  void process(const helper::Message& m) override {
    if (m.sender != "Renderer") return;
    const std::lock_guard lock(m_mutex);
    m_texts += m.text + "\n";
  }
  std::string texts() const {
    const std::lock_guard lock(m_mutex);
    return m_texts;
  }

 private:
  mutable std::mutex m_mutex;
  std::string m_texts;
};

class MonkeyTest : public MainWindowTest {
 protected:
  void SetUp() override {
    MainWindowTest::SetUp();
    if (IsSkipped()) return;
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    m_random.seed(environment("SOFA_MONKEY_SEED", "1").toUInt());
    m_folder = QDir::currentPath();
    QDir::setCurrent(QString::fromStdString(folder.path().string()));
    takeScenes();
    m_keeper.setInterval(40);
    QObject::connect(&m_keeper, &QTimer::timeout, [this] { leaveNestedLoops(); });
    m_keeper.start();
  }
  void TearDown() override {
    m_keeper.stop();
    delete m_compare;
    if (!m_folder.isEmpty()) QDir::setCurrent(m_folder);
    helper::setConsole(true);
  }

  /// Copies, so that whatever is saved beside them goes with the test.
  void takeScenes() {
    const QString usual =
        "Demos/hanging_beam.scn:Demos/pendulum.scn:Interaction/mouse_buttons.scn:Topology/topological_mappings.scn";
    for (QString file : environment("SOFA_MONKEY_SCENES", usual).split(':')) {
      if (!QFileInfo(file).isAbsolute()) file = QString(SOFA_SOURCE_DIR "/examples/") + file;
      if (!QFileInfo::exists(file)) continue;
      const QString copy = QDir::current().filePath(QFileInfo(file).fileName());
      QFile::copy(file, copy);
      m_scenes.append(copy);
    }
    ASSERT_FALSE(m_scenes.isEmpty());
  }

  int any(int n) { return n > 0 ? static_cast<int>(m_random.bounded(n)) : 0; }
  bool chance(int percent) { return any(100) < percent; }
  template <class List>
  auto oneOf(const List& list) {
    return list[any(static_cast<int>(list.size()))];
  }

  /// Dialogs and menus wait for the user in loops of their own.
  void leaveNestedLoops() {
    if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
      const auto entries = menu->actions();
      if (entries.isEmpty() || chance(40)) return void(menu->close());
      auto* entry = oneOf(entries);
      note("menu entry " + entry->text());
      menu->close();
      // Later: a timer does not fire while its own slot is in a loop that waits for the user.
      if (entry->isEnabled() && !entry->isSeparator() && !entry->menu() && isAllowed(*entry))
        QMetaObject::invokeMethod(entry, "trigger", Qt::QueuedConnection);
      return;
    }
    if (auto* popup = QApplication::activePopupWidget()) return void(popup->close());
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
      note("dialog " + dialog->windowTitle());
      const auto buttons = dialog->findChildren<QPushButton*>();
      if (!buttons.isEmpty() && chance(40))
        QMetaObject::invokeMethod(oneOf(buttons), "click", Qt::QueuedConnection);
      else
        QMetaObject::invokeMethod(dialog, "reject", Qt::QueuedConnection);
      return;
    }
    QDrag::cancel();
  }

  static bool isAllowed(const QAction& action) { return action.objectName() != "quit"; }

  void note(const QString& doing) {
    m_dog.alive(doing);
    if (qEnvironmentVariableIsSet("SOFA_MONKEY_LOG")) std::fprintf(stderr, "%s\n", doing.toUtf8().constData());
  }

  Qt::KeyboardModifiers someModifiers() {
    static const QList<Qt::KeyboardModifiers> all = {Qt::NoModifier,    Qt::NoModifier,  Qt::NoModifier,
                                                     Qt::ShiftModifier, Qt::AltModifier, Qt::ControlModifier};
    return oneOf(all);
  }
  Qt::MouseButton someButton() {
    static const QList<Qt::MouseButton> all = {Qt::LeftButton, Qt::LeftButton, Qt::LeftButton, Qt::RightButton,
                                               Qt::MiddleButton};
    return oneOf(all);
  }
  QWidget& someWidget() {
    if (chance(40)) return window->viewport();
    const QPoint at(any(window->width()), any(window->height()));
    auto* child = window->childAt(at);
    return child ? *child : static_cast<QWidget&>(*window);
  }

  static void send(QWidget& to, QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held,
                   Qt::KeyboardModifiers keys) {
    QMouseEvent event(type, at, to.mapToGlobal(at), button, held, keys);
    QCoreApplication::sendEvent(&to, &event);
  }
  void dragOrClick() {
    QPointer<QWidget> widget = &someWidget();
    QPoint at(any(widget->width()), any(widget->height()));
    const auto button = someButton();
    const auto keys = someModifiers();
    // Qt does not bear that a tab goes while it is dragged, which a menu entry that waits would bring about.
    const int moves = qobject_cast<QTabBar*>(widget) || chance(50) ? 0 : 1 + any(8);
    note(QString("mouse %1 on %2 %3 at %4,%5 keys %6 moves %7")
             .arg(button)
             .arg(widget->metaObject()->className(), widget->objectName())
             .arg(at.x())
             .arg(at.y())
             .arg(static_cast<int>(keys))
             .arg(moves));
    send(*widget, chance(15) ? QEvent::MouseButtonDblClick : QEvent::MouseButtonPress, at, button, button, keys);
    for (int i = 0; i < moves && widget; ++i) {
      at += QPoint(any(41) - 20, any(41) - 20);
      send(*widget, QEvent::MouseMove, at, Qt::NoButton, button, keys);
      QCoreApplication::processEvents();
    }
    if (widget) send(*widget, QEvent::MouseButtonRelease, at, button, Qt::NoButton, keys);
    if (!widget || button != Qt::RightButton) return;
    QContextMenuEvent menu(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
    QCoreApplication::sendEvent(widget, &menu);
  }
  void turnWheel() {
    QWidget& widget = someWidget();
    const QPoint at = widget.rect().center();
    note("wheel");
    QWheelEvent wheel(at, widget.mapToGlobal(at), {}, {0, 120 * (any(7) - 3)}, Qt::NoButton, someModifiers(),
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &wheel);
  }
  void pressKey() {
    static const QList<Qt::Key> keys = {
        Qt::Key_Space, Qt::Key_N,      Qt::Key_Backspace, Qt::Key_Home,  Qt::Key_F,      Qt::Key_1,   Qt::Key_7,
        Qt::Key_T,     Qt::Key_W,      Qt::Key_A,         Qt::Key_G,     Qt::Key_R,      Qt::Key_B,   Qt::Key_S,
        Qt::Key_V,     Qt::Key_O,      Qt::Key_P,         Qt::Key_H,     Qt::Key_M,      Qt::Key_L,   Qt::Key_Z,
        Qt::Key_Y,     Qt::Key_C,      Qt::Key_X,         Qt::Key_D,     Qt::Key_F2,     Qt::Key_F11, Qt::Key_Escape,
        Qt::Key_Up,    Qt::Key_Down,   Qt::Key_Left,      Qt::Key_Right, Qt::Key_Return, Qt::Key_Tab, Qt::Key_Delete,
        Qt::Key_Minus, Qt::Key_Period, Qt::Key_9,         Qt::Key_E};
    QWidget* widget = chance(50) ? &window->viewport() : QApplication::focusWidget();
    if (!widget) widget = window.get();
    const auto key = oneOf(keys);
    const auto modifiers = someModifiers();
    note(QString("key %1 with %2 to %3").arg(key).arg(static_cast<int>(modifiers)).arg(widget->objectName()));
    QTest::keyClick(widget, key, modifiers);
  }
  void triggerAction() {
    QList<QAction*> enabled;
    for (auto* candidate : window->findChildren<QAction*>())
      if (candidate->isEnabled() && !candidate->isSeparator() && !candidate->menu() && isAllowed(*candidate))
        enabled.append(candidate);
    if (enabled.isEmpty()) return;
    auto* chosen = oneOf(enabled);
    note("action " + chosen->objectName() + " " + chosen->text());
    chosen->trigger();
  }
  void typeText() {
    static const QStringList texts = {"0.001", "-1", "1e9", "nan", "1 2 3", "abc", "", "@/beam.position", "0"};
    QList<QLineEdit*> fields;
    for (auto* field : window->findChildren<QLineEdit*>())
      if (field->isVisible() && field->isEnabled() && !field->isReadOnly()) fields.append(field);
    if (fields.isEmpty()) return;
    auto* field = oneOf(fields);
    const QString text = oneOf(texts);
    note("text \"" + text + "\" into " + field->objectName());
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }
  void changeWindow() {
    switch (any(6)) {
      case 0:
        note("resize");
        return window->resize(300 + any(1300), 250 + any(750));
      case 1:
        note("open");
        return window->files().open(oneOf(m_scenes));
      case 2:
        note("reload");
        return window->files().reload();
      case 3:
        note("full screen");
        return window->setFullScreen(chance(50));
      case 4:
        note("compare");
        delete m_compare;
        m_compare = window->files().compareWith(oneOf(m_scenes));
        return m_compare->setPlaying(true);
      default:
        note("end of comparing");
        delete m_compare;
    }
  }
  void act() {
    const int kind = any(100);
    if (kind < 40) return dragOrClick();
    if (kind < 55) return pressKey();
    if (kind < 75) return triggerAction();
    if (kind < 85) return typeText();
    if (kind < 92) return turnWheel();
    if (kind < 95) return changeWindow();
    note("wait");
    QTest::qWait(any(60));
  }

  QRandomGenerator m_random;
  QString m_folder;
  QStringList m_scenes;
  QTimer m_keeper;
  QPointer<CompareWindow> m_compare;
  Watchdog m_dog;
  GlComplaints m_complaints;
};

TEST_F(MonkeyTest, nothingItDoesCrashesHangsOrUpsetsOpenGl) {
  helper::setConsole(false);
  ASSERT_TRUE(open(m_scenes[0].toStdString()));
  QElapsedTimer clock;
  clock.start();
  const qint64 end = 1000 * environment("SOFA_MONKEY_SECONDS", "6").toLongLong();
  long acts = 0;
  for (; clock.elapsed() < end; ++acts) {
    act();
    QCoreApplication::processEvents();
    if (!window->isVisible()) window->show();
  }
  note("the end");
  EXPECT_GT(acts, 20);
  EXPECT_EQ(m_complaints.texts(), "");
  RecordProperty("acts", static_cast<int>(acts));
}

}  // namespace
}  // namespace sofa::gui
