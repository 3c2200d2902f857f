// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMainWindow>

class QTextBrowser;

namespace sofa::gui {

/// Folder of the documentation: share/doc/sofa of the installation; empty if it is not installed.
QString documentationFolder();

/// Shows pages of the documentation, which are Markdown, with their pictures and links.
class HelpWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit HelpWindow(QWidget* parent = nullptr);
  /// False if there is no such page. "viewer.md", relative to documentationFolder().
  bool showPage(const QString& page);
  /// Shows a list of all pages. False if there are none.
  bool showContents();
  QString page() const;

 private:
  void follow(const QUrl& link);
  QTextBrowser* m_text;
};

}  // namespace sofa::gui
