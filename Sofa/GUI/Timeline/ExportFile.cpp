// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/ExportFile.h"

#include <QDir>
#include <QFileInfo>

#include "Sofa/Helper/File.h"
#include "Sofa/Helper/WriteAccess.h"

namespace sofa::gui {

bool writeWholeFile(const QString& file, const QByteArray& content, QString& reason) {
  const std::string name = file.toStdString();
  std::string why = helper::whyLinkLeadsOut(name);
  if (why.empty())
    if (const auto error = helper::writeFile(name, {content.constData(), static_cast<std::size_t>(content.size())}))
      why = error.message();
  if (!why.empty()) reason = QString("%1 cannot be written: %2.").arg(file, QString::fromStdString(why));
  return why.empty();
}

QString numberedFile(const QString& folder, const QString& name, const QString& extension, int digits, int& number) {
  for (;; ++number) {
    QString file =
        QDir(folder).filePath(QString("%1_%2.%3").arg(name).arg(number, digits, 10, QChar('0')).arg(extension));
    if (const QFileInfo info(file); !info.exists() && !info.isSymLink()) return file;
  }
}

}  // namespace sofa::gui
