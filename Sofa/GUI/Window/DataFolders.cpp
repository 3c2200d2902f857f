// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Window/DataFolders.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include "Sofa/GUI/Window/Settings.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::gui {
namespace {

constexpr auto foldersKey = "data/folders";
constexpr auto pathHint = "(--data-path FOLDER";  // of helper::ResourcePath::describe()

}  // namespace

DataFolders::DataFolders(QObject* parent) : QObject(parent) {
  for (const QString& folder : folders()) {
    helper::ResourcePath::data().append(folder.toStdString());
    m_added.append(folder);
  }
}

DataFolders::~DataFolders() {
  for (const QString& folder : m_added) helper::ResourcePath::data().remove(folder.toStdString());
}

QStringList DataFolders::folders() const { return settings().value(foldersKey).toStringList(); }

void DataFolders::add(const QString& folder) {
  const QString path = QDir(folder).absolutePath();
  if (m_added.contains(path)) return;
  helper::ResourcePath::data().append(path.toStdString());
  m_added.append(path);
  write(folders() << path);
}

void DataFolders::remove(const QString& folder) {
  helper::ResourcePath::data().remove(folder.toStdString());
  m_added.removeAll(folder);
  QStringList all = folders();
  all.removeAll(folder);
  write(all);
}

void DataFolders::write(const QStringList& folders) {
  settings().setValue(foldersKey, folders);
  Q_EMIT changed();
}

QStringList DataFolders::missingFiles(const QStringList& errors) {
  static const QRegularExpression name(
      R"re((?:'([^']+)'|"([^"]+)"|File ([^'"\s]\S*))(?: of a material)? (?:is )?not found)re",
      QRegularExpression::CaseInsensitiveOption);
  QStringList files;
  for (const QString& error : errors) {
    const auto match = error.contains(pathHint) ? name.match(error) : QRegularExpressionMatch();
    if (match.hasMatch()) files << match.captured(1) + match.captured(2) + match.captured(3);
  }
  files.removeDuplicates();
  return files;
}

QString DataFolders::startFor(const QString& chosen, const QStringList& missing) {
  QStringList starts = {chosen};
  QDir above(chosen);
  for (int i = 0; i < 4 && above.cdUp(); ++i) starts << above.absolutePath();
  for (const char* below : {"share", "examples", "mesh"}) starts << QDir(chosen).filePath(below);
  for (const QString& start : starts)
    for (const QString& file : missing)
      if (QFileInfo(QDir(start).filePath(file)).isFile() && !QFileInfo(file).isAbsolute())
        return QDir(start).absolutePath();
  return {};
}

}  // namespace sofa::gui
