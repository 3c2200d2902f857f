// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Console/ConsoleInput.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextBlock>

namespace sofa::gui {
namespace {

constexpr qsizetype longestHistory = 500;
constexpr int shownWords = 10, mostLines = 8;

QString commonStart(const QStringList& words) {
  QString start = words.first();
  for (const auto& word : words)
    while (!word.startsWith(start)) start.chop(1);
  return start;
}

}  // namespace

ConsoleInput::ConsoleInput(QWidget* parent) : QPlainTextEdit(parent), m_words(new QListWidget(this)) {
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setTabChangesFocus(false);
  setLineWrapMode(NoWrap);
  m_words->setObjectName("consoleWords");
  m_words->setWindowFlags(Qt::ToolTip);
  m_words->setFocusPolicy(Qt::NoFocus);
  m_words->setFont(font());
  m_words->hide();
  connect(m_words, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { takeWord(item->text()); });
  connect(this, &QPlainTextEdit::textChanged, this, &QWidget::updateGeometry);
}

QSize ConsoleInput::sizeHint() const {
  const int lines = std::clamp(blockCount(), 1, mostLines);
  const int margins = 2 * (frameWidth() + static_cast<int>(document()->documentMargin()));
  return {200, lines * fontMetrics().lineSpacing() + margins + 2};
}

QString ConsoleInput::beforeCursor() const { return toPlainText().left(textCursor().position()); }

// --- What was written before -----------------------------------------------------------------------------------------

void ConsoleInput::setHistory(const QStringList& history) {
  m_history = history.mid(std::max<qsizetype>(0, history.size() - longestHistory));
  m_at = m_history.size();
}

void ConsoleInput::remember(const QString& text) {
  if (m_history.isEmpty() || m_history.last() != text) m_history.append(text);
  setHistory(m_history);
}

void ConsoleInput::showFormer(int step) {
  const auto at = std::clamp<qsizetype>(m_at + step, 0, m_history.size());
  if (at == m_at) return;
  if (m_at == m_history.size()) m_written = toPlainText();
  m_at = at;
  setPlainText(at == m_history.size() ? m_written : m_history[at]);
  moveCursor(QTextCursor::End);
}

void ConsoleInput::beginLine(int position) {
  static const QRegularExpression blanks("^[ \\t]*");
  QTextCursor cursor(document());
  cursor.setPosition(position);
  const QString line = cursor.block().text().left(cursor.positionInBlock());
  QString indent = blanks.match(line).captured();
  if (line.trimmed().endsWith(':')) indent += "    ";
  cursor.insertText("\n" + indent);
}

/// Without asking anybody, so that what is typed next is not kept waiting by a step.
bool ConsoleInput::isInBlock() const {
  const QString text = toPlainText(), last = text.section('\n', -1);
  if (!textCursor().atEnd() || last.trimmed().isEmpty()) return false;
  return last.trimmed().endsWith(':') || (text.contains('\n') && last[0].isSpace());
}

// --- Words to choose from --------------------------------------------------------------------------------------------

bool ConsoleInput::isOffering() const { return !m_words->isHidden(); }

void ConsoleInput::offer(int start, const QStringList& words) {
  m_words->hide();
  m_wordStart = start;
  if (words.isEmpty() || start > textCursor().position()) return;
  if (const QString common = commonStart(words); start + common.size() > textCursor().position() || words.size() == 1)
    takeWord(common);
  if (words.size() == 1) return;
  m_words->clear();
  m_words->addItems(words);
  m_words->setCurrentRow(0);
  placeWords();
}

void ConsoleInput::placeWords() {
  const int rows = std::min(shownWords, m_words->count());
  const int width = m_words->sizeHintForColumn(0) + 40;
  const int height = rows * m_words->sizeHintForRow(0) + 2 * m_words->frameWidth();
  m_words->resize(width, height);
  m_words->move(mapToGlobal(cursorRect().topLeft()) - QPoint(0, height));
  m_words->show();
}

void ConsoleInput::takeWord(const QString& word) {
  m_words->hide();
  auto cursor = textCursor();
  const int end = cursor.position();
  cursor.setPosition(m_wordStart);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
  cursor.insertText(word);
}

bool ConsoleInput::takesOfferKey(const QKeyEvent& event) {
  if (!isOffering()) return false;
  const auto move = [this](int step) {
    m_words->setCurrentRow((m_words->currentRow() + step + m_words->count()) % m_words->count());
    return true;
  };
  switch (event.key()) {
    case Qt::Key_Tab:
    case Qt::Key_Down:
      return move(1);
    case Qt::Key_Up:
    case Qt::Key_Backtab:
      return move(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      takeWord(m_words->currentItem()->text());
      return true;
    case Qt::Key_Escape:
      m_words->hide();
      return true;
    case Qt::Key_Shift:
    case Qt::Key_Control:
      return false;
    default:
      m_words->hide();
      return false;
  }
}

void ConsoleInput::focusOutEvent(QFocusEvent* event) {
  m_words->hide();
  QPlainTextEdit::focusOutEvent(event);
}

// --- Keys ------------------------------------------------------------------------------------------------------------

void ConsoleInput::keyPressEvent(QKeyEvent* event) {
  if (takesOfferKey(*event)) return;
  const auto block = textCursor().blockNumber();
  const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if ((event->modifiers() & Qt::ShiftModifier) || (plain && isInBlock())) return beginLine(textCursor().position());
      Q_EMIT entered(toPlainText(), (event->modifiers() & Qt::ControlModifier) != 0);
      return;
    case Qt::Key_Up:
      if (plain && block == 0) return showFormer(-1);
      break;
    case Qt::Key_Down:
      if (plain && block == blockCount() - 1) return showFormer(1);
      break;
    case Qt::Key_Tab:
      if (beforeCursor().section('\n', -1).trimmed().isEmpty()) return insertPlainText("    ");
      Q_EMIT wordsWanted(beforeCursor());
      return;
    case Qt::Key_C:
      if (event->modifiers() == Qt::ControlModifier && !textCursor().hasSelection())
        return void(Q_EMIT interruptWanted());
      break;
    default:
      break;
  }
  QPlainTextEdit::keyPressEvent(event);
}

}  // namespace sofa::gui
