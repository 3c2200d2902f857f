// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/HelpWindow.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QTextBrowser>
#include <QToolBar>

#include "Sofa/Helper/ResourcePath.h"

namespace sofa::gui {

QString documentationFolder() {
  const auto folder = helper::installationPrefix() / "share" / "doc" / "sofa";
  std::error_code ignored;
  return std::filesystem::is_directory(folder, ignored) ? QString::fromStdString(folder.string()) : QString();
}

namespace {

/// Pictures as wide as the text at most.
class Pages : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;

 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    const QVariant found = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) return found;
    QImage image = found.value<QImage>();
    if (image.isNull()) image.loadFromData(found.toByteArray());
    constexpr int widest = 760;
    return image.width() > widest ? image.scaledToWidth(widest, Qt::SmoothTransformation) : image;
  }
};

QString titleOf(const QFileInfo& page) {
  QFile file(page.filePath());
  if (!file.open(QIODevice::ReadOnly)) return page.fileName();
  const QString line = QString::fromUtf8(file.readLine()).trimmed();
  return line.startsWith("# ") ? line.mid(2) : page.completeBaseName();
}

}  // namespace

HelpWindow::HelpWindow(QWidget* parent) : QMainWindow(parent, Qt::Window), m_text(new Pages(this)) {
  setObjectName("helpWindow");
  setWindowTitle("Help - Sofa");
  m_text->setObjectName("helpText");
  m_text->setOpenLinks(false);
  m_text->document()->setDocumentMargin(18);
  setCentralWidget(m_text);
  auto* bar = addToolBar("Pages");
  bar->setMovable(false);
  auto* back = bar->addAction("Back", m_text, &QTextBrowser::backward);
  back->setShortcut(QKeySequence::Back);
  auto* forward = bar->addAction("Forward", m_text, &QTextBrowser::forward);
  forward->setShortcut(QKeySequence::Forward);
  bar->addAction("Contents", this, &HelpWindow::showContents);
  bar->addAction("Tutorial", this, [this] { showPage("tutorial.md"); });
  bar->addAction("The viewer", this, [this] { showPage("viewer.md"); });
  for (auto* action : {back, forward}) action->setEnabled(false);
  connect(m_text, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
  connect(m_text, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
  connect(m_text, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
  resize(860, 760);
}

bool HelpWindow::showContents() {
  const QDir folder(documentationFolder());
  if (documentationFolder().isEmpty()) return false;
  QString text = "# Documentation\n\n";
  for (const auto& page : folder.entryInfoList({"*.md"}, QDir::Files, QDir::Name))
    text += QString("- [%1](%2)\n").arg(titleOf(page), page.fileName());
  m_text->document()->setBaseUrl(QUrl::fromLocalFile(folder.absolutePath() + "/"));
  m_text->setMarkdown(text);
  return true;
}

bool HelpWindow::showPage(const QString& page) {
  const QFileInfo file(documentationFolder() + "/" + page);
  if (documentationFolder().isEmpty() || !file.isFile()) return false;
  m_text->setSource(QUrl::fromLocalFile(file.absoluteFilePath()), QTextDocument::MarkdownResource);
  return true;
}

QString HelpWindow::page() const { return QFileInfo(m_text->source().toLocalFile()).fileName(); }

/// Pages stay in this window; all else is for the program that the desktop has for it.
void HelpWindow::follow(const QUrl& link) {
  const QUrl base = m_text->document()->baseUrl();
  const QUrl target = (base.isEmpty() ? m_text->source() : base).resolved(link);
  if (target.isLocalFile() && target.path().endsWith(".md") && QFileInfo::exists(target.toLocalFile()))
    m_text->setSource(target, QTextDocument::MarkdownResource);
  else if (!target.isLocalFile() || QFileInfo::exists(target.toLocalFile()))
    QDesktopServices::openUrl(target);
}

}  // namespace sofa::gui
