// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPlainTextEdit>
#include <QStringList>

class QListWidget;

namespace sofa::gui {

/// Where commands are written: of one line or many, with what was written before and words to choose from.
///
/// Enter hands the text over, but in a block, which begins with a colon at the end of a line and ends with a blank one;
/// Shift+Enter begins a line, Ctrl+Enter has the text run as it is. Up and down leave it for what was written before,
/// Tab asks for words.
class ConsoleInput : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit ConsoleInput(QWidget* parent = nullptr);

  /// The text was run: it is the last of those that up goes back to.
  void remember(const QString& text);
  const QStringList& history() const { return m_history; }
  void setHistory(const QStringList& history);
  /// More lines belong to the text up to there: what follows goes on in one, indented as what comes there.
  void beginLine(int position);
  /// Puts the only word, or what all have in common, and offers them; `start` counts from the start of the text.
  void offer(int start, const QStringList& words);
  bool isOffering() const;
  /// The text up to the cursor.
  QString beforeCursor() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 Q_SIGNALS:
  void entered(const QString& text, bool whole);
  void wordsWanted(const QString& beforeCursor);
  void interruptWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void showFormer(int step);
  bool isInBlock() const;
  void takeWord(const QString& word);
  bool takesOfferKey(const QKeyEvent& event);
  void placeWords();

  QStringList m_history;
  qsizetype m_at = 0;  // in the history; its size: what is being written
  QString m_written;
  QListWidget* m_words;
  int m_wordStart = 0;
};

}  // namespace sofa::gui
