// SPDX-License-Identifier: Apache-2.0
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPointer>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/GUI/Properties/DataEditor.h"
#include "Sofa/GUI/Properties/DataEditorFields.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {
namespace {

/// Texts of any length: in a line, with a button for a larger window; file names with one that chooses a file.
class TextEditor : public DataEditor {
 public:
  TextEditor(const EditorContext& context, bool file, QWidget* parent)
      : DataEditor(parent), m_context(context), m_file(file), m_line(new TextField(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_line, 1);
    m_line->setMinimumWidth(40);
    setFocusProxy(m_line);
    connect(m_line, &TextField::edited, this, &DataEditor::edited);
    m_more = new QToolButton(this);
    m_more->setObjectName(file ? "chooseFile" : "moreText");
    if (file) {
      m_more->setIcon(style()->standardIcon(QStyle::SP_DirOpenIcon));
      m_more->setToolTip(tr("Choose a file"));
    } else {
      m_more->setText("…");
      m_more->setToolTip(tr("Show the whole text"));
    }
    layout->addWidget(m_more);
    connect(m_more, &QToolButton::clicked, this, [this] { m_file ? chooseFile() : openWindow(); });
  }
  void restore() override { m_line->restore(); }

 protected:
  void display() override {
    // A line shows no line breaks: text that has some, or is not all here, is edited in the window.
    const bool partial = !m_snapshot.complete || m_snapshot.text.contains('\n');
    m_line->setReadOnly(isReadOnly() || partial);
    m_line->setValue(QString(m_snapshot.text).replace('\n', ' '));
    m_more->setVisible(m_file ? !isReadOnly() : partial);
  }

 private:
  void chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Choose %1").arg(m_snapshot.name));
    dialog->setObjectName("fileDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::AnyFile);  // outputs need not exist
    const QFileInfo scene(m_context.session ? m_context.session->file() : QString());
    const QFileInfo current(scene.absoluteDir(), m_snapshot.text);
    dialog->setDirectory(current.dir().exists() ? current.dir() : scene.absoluteDir());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { Q_EMIT edited(file); });
    dialog->open();
  }

  /// The window opens with what is known and gets the rest from the simulation.
  void openWindow() {
    auto* window = new QDialog(this);
    window->setObjectName("textWindow");
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->setWindowTitle(m_snapshot.name);
    window->resize(560, 420);
    auto* text = new QPlainTextEdit(window);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setPlainText(m_snapshot.text);
    text->setReadOnly(true);
    auto* buttons = new QDialogButtonBox(
        isReadOnly() ? QDialogButtonBox::Close : QDialogButtonBox::Ok | QDialogButtonBox::Cancel, window);
    auto* layout = new QVBoxLayout(window);
    layout->addWidget(text);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, window, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this, window, text] {
      if (text->document()->isModified()) Q_EMIT edited(text->toPlainText());
      window->accept();
    });
    window->open();
    if (!m_context.session) return;
    m_context.session->ask(
        text,
        [object = m_context.object, name = m_snapshot.name.toStdString()](simulation::Node& root) {
          const auto live = findLive(object, root);
          const auto* data = live ? live->findData(name) : nullptr;
          return data ? std::optional(QString::fromStdString(data->text(0))) : std::nullopt;
        },
        [text, readOnly = isReadOnly()](const std::optional<QString>& whole) {
          if (!whole) return;
          text->setPlainText(*whole);
          text->setReadOnly(readOnly);
        });
  }

  EditorContext m_context;
  bool m_file;
  TextField* m_line;
  QToolButton* m_more;
};

}  // namespace

DataEditor* makeTextEditor(const EditorContext& context, bool file, QWidget* parent) {
  return new TextEditor(context, file, parent);
}

}  // namespace sofa::gui
