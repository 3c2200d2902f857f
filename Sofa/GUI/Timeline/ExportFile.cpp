#include "Sofa/GUI/Timeline/ExportFile.h"

#include <QDir>
#include <QFileInfo>

#include "Sofa/Helper/File.h"

namespace sofa::gui {

bool writeWholeFile(const QString& file, const QByteArray& content, QString& reason) {
  const auto error =
      helper::writeFile(file.toStdString(), {content.constData(), static_cast<std::size_t>(content.size())});
  if (error) reason = QString("%1 cannot be written: %2.").arg(file, QString::fromStdString(error.message()));
  return !error;
}

QString numberedFile(const QString& folder, const QString& name, const QString& extension, int digits, int& number) {
  for (;; ++number) {
    QString file =
        QDir(folder).filePath(QString("%1_%2.%3").arg(name).arg(number, digits, 10, QChar('0')).arg(extension));
    if (!QFileInfo::exists(file)) return file;
  }
}

}  // namespace sofa::gui
