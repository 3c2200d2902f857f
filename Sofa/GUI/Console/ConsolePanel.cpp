// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Console/ConsolePanel.h"

#include <QApplication>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <mutex>

#include "Sofa/GUI/Window/Settings.h"

namespace sofa::gui {

using simulation::ScriptConsole;

namespace {

constexpr int keptLines = 5000;
constexpr const char* historyKey = "console/history";
constexpr const char* prompt = ">>> ";
constexpr const char* further = "... ";

/// The command as it stands in the output, with the prompts of an interpreter.
QString echoOf(const QString& source) { return prompt + QString(source).replace("\n", QString("\n") + further) + "\n"; }

QToolButton* makeConsoleButton(const char* name, const QString& text, const QString& help) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAutoRaise(true);
  return button;
}

}  // namespace

/// The language, made by the first command. The simulation's thread uses it, which may go on after the panel is gone.
struct ConsolePanel::Language {
  std::shared_ptr<ScriptConsole> console;  // of the simulation's thread, but for interrupt()
  std::mutex mutex;                        // for the pointer and what follows
  bool isRunning = false, isStopped = false;

  /// Whether the command, which has just been entered, may run: it can be stopped before its turn comes.
  bool begin() {
    const std::lock_guard lock(mutex);
    isRunning = !isStopped;
    return isRunning;
  }
  void end() {
    const std::lock_guard lock(mutex);
    isRunning = false;
  }
  void setStopped(bool stopped) {
    const std::lock_guard lock(mutex);
    isStopped = stopped;
    if (stopped && isRunning) console->interrupt();
  }

  /// In the simulation's thread. Null, with a reason, where there is none.
  std::shared_ptr<ScriptConsole> get(std::string& problem) {
    if (!console) {
      auto made = simulation::makeScriptConsole(problem);
      const std::lock_guard lock(mutex);
      console = std::move(made);
    }
    return console;
  }
};

ConsolePanel::ConsolePanel(Session& session, Selection& selection, QWidget* parent)
    : QWidget(parent), m_session(session), m_selection(selection), m_language(std::make_shared<Language>()) {
  setObjectName("ConsolePanel");
  build();
  m_input->setHistory(settings().value(historyKey).toStringList());
  connect(m_input, &ConsoleInput::entered, this, &ConsolePanel::enter);
  connect(m_input, &ConsoleInput::wordsWanted, this, &ConsolePanel::complete);
  connect(m_input, &ConsoleInput::interruptWanted, this, &ConsolePanel::interrupt);
  // What was asked of a scene that goes is dropped.
  connect(&m_session, &Session::loading, this, [this] { setBusy(false); });
  connect(&m_session, &Session::loaded, this, [this](bool good) {
    if (good) greet();
  });
}

ConsolePanel::~ConsolePanel() { interrupt(); }

void ConsolePanel::build() {
  m_output = new QPlainTextEdit;
  m_output->setObjectName("consoleOutput");
  m_output->setReadOnly(true);
  m_output->setMaximumBlockCount(keptLines);
  m_output->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_missing = new QLabel;
  m_missing->setObjectName("consoleMissing");
  m_missing->setWordWrap(true);
  m_missing->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_missing->setMargin(8);
  m_missing->hide();
  m_input = new ConsoleInput;
  m_input->setObjectName("consoleInput");
  m_input->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_prompt = new QLabel(prompt);
  m_prompt->setFont(m_output->font());
  m_prompt->setAlignment(Qt::AlignTop);
  m_prompt->setMargin(4);
  m_stop = makeConsoleButton("consoleStop", "Stop", "End the command that runs (Ctrl+C)");
  m_stop->setEnabled(false);
  connect(m_stop, &QToolButton::clicked, this, &ConsolePanel::interrupt);
  auto* clearButton = makeConsoleButton("consoleClear", "Clear", "Empty the output");
  connect(clearButton, &QToolButton::clicked, this, &ConsolePanel::clear);
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  row->addWidget(m_prompt);
  row->addWidget(m_input, 1);
  row->addWidget(m_stop, 0, Qt::AlignTop);
  row->addWidget(clearButton, 0, Qt::AlignTop);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_missing);
  layout->addWidget(m_output, 1);
  layout->addLayout(row);
  setFocusProxy(m_input);
}

// --- What is shown ---------------------------------------------------------------------------------------------------

void ConsolePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  greet();
}

void ConsolePanel::setSeen(bool seen) {
  m_seen = seen;
  greet();
}

/// The language is started when the panel is first seen: users who never look at it pay nothing.
void ConsolePanel::greet() {
  if (m_greeted || !isVisible() || !m_seen || !m_session.hasScene()) return;
  m_greeted = true;
  struct Greeting {
    QString text, problem;
  };
  m_session.ask(
      this,
      [language = m_language](simulation::Node&) {
        std::string problem;
        const auto console = language->get(problem);
        return Greeting{QString::fromStdString(console ? console->greeting() : std::string()),
                        QString::fromStdString(problem)};
      },
      [this](const Greeting& greeting) {
        if (greeting.text.isEmpty()) return tellMissing(greeting.problem);
        m_missing->hide();
        write(greeting.text + "\n", palette().color(QPalette::PlaceholderText));
      });
}

void ConsolePanel::tellMissing(const QString& problem) {
  m_missing->setText(
      tr("This program has no Python. Commands need the plugin SofaPython3, which is built where python3-dev, "
         "python3-numpy and pybind11-dev are installed (./dev build installs them).\n%1")
          .arg(problem));
  m_missing->show();
  m_greeted = false;  // it may have come with the next scene
}

void ConsolePanel::write(const QString& text, const QColor& color) {
  auto* bar = m_output->verticalScrollBar();
  const bool atEnd = bar->value() >= bar->maximum() - 2;
  QTextCursor cursor(m_output->document());
  cursor.movePosition(QTextCursor::End);
  QTextCharFormat format;
  if (color.isValid()) format.setForeground(color);
  cursor.insertText(text, format);
  if (atEnd) bar->setValue(bar->maximum());
}

void ConsolePanel::clear() { m_output->clear(); }

void ConsolePanel::setBusy(bool busy) {
  m_busy = busy;
  m_stop->setEnabled(busy);
  m_prompt->setText(busy ? further : prompt);
  if (!busy) Q_EMIT finished();
}

// --- Commands --------------------------------------------------------------------------------------------------------

void ConsolePanel::enter(const QString& text, bool whole) {
  if (m_busy) {
    m_again = true;
    return;
  }
  if (text.trimmed().isEmpty()) return;
  if (!m_session.hasScene()) return write(tr("There is no scene: open one first.\n"));
  setBusy(true);
  m_language->setStopped(false);
  const auto told = [panel = QPointer<ConsolePanel>(this)](const std::string& said) {
    QMetaObject::invokeMethod(
        qApp,
        [panel, line = QString::fromStdString(said)] {
          if (panel) panel->write(line);
        },
        Qt::QueuedConnection);
  };
  // The command is shown before what it says, though only its run tells whether it is one.
  const auto begun = [told, echo = echoOf(text).toStdString(),
                      isFirst = std::make_shared<bool>(true)](const std::string& said) {
    if (std::exchange(*isFirst, false)) told(echo);
    if (!said.empty()) told(said);
  };
  m_session.ask(
      this,
      [language = m_language, begun, whole, source = text.toStdString(),
       selected = m_selection.current().object](simulation::Node& root) {
        Result result;
        std::string problem;
        if (const auto console = language->get(problem)) {
          result.isThere = true;
          const auto object = selected.lock();
          result.outcome = ScriptConsole::Outcome::failed;
          if (language->begin())
            result.outcome = console->run(source, whole, root, object.get(), begun);
          else
            begun("Stopped before it began.\n");
          language->end();
          if (result.outcome != ScriptConsole::Outcome::incomplete) begun({});
        }
        result.problem = QString::fromStdString(problem);
        return result;
      },
      [this, text](const Result& result) { finish(text, result); });
}

void ConsolePanel::finish(const QString& source, const Result& result) {
  setBusy(false);
  const bool again = std::exchange(m_again, false);
  if (!result.isThere) return tellMissing(result.problem);
  // What was typed since the command was entered stands behind it.
  const QString typed = m_input->toPlainText();
  const bool isFromInput = typed.startsWith(source);
  if (result.outcome == ScriptConsole::Outcome::incomplete) {
    if (isFromInput) m_input->beginLine(static_cast<int>(source.size()));
    if (again) enter(m_input->toPlainText());
    return;
  }
  m_input->remember(source);
  settings().setValue(historyKey, m_input->history());
  if (isFromInput) {
    m_input->setPlainText(typed.mid(source.size()));
    m_input->moveCursor(QTextCursor::End);
  }
  if (again && isFromInput) enter(m_input->toPlainText());
  // A command may have changed anything: the scene is shown anew.
  m_session.post([](simulation::Node&) {});
}

void ConsolePanel::interrupt() {
  if (m_busy) m_language->setStopped(true);
}

void ConsolePanel::complete(const QString& text) {
  if (m_busy || !m_session.hasScene()) return;
  struct Words {
    std::size_t start = 0;
    QStringList words;
  };
  m_session.ask(
      this,
      [language = m_language, bytes = text.toStdString()](simulation::Node& root) {
        Words found;
        std::string problem;
        const auto console = language->get(problem);
        if (!console) return found;
        for (const auto& word : console->complete(bytes, root, found.start))
          found.words << QString::fromStdString(word);
        return found;
      },
      [this, text](const Words& found) {
        if (m_input->beforeCursor() == text) m_input->offer(static_cast<int>(found.start), found.words);
      });
}

}  // namespace sofa::gui
