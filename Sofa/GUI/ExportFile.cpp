#include "Sofa/GUI/ExportFile.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace sofa::gui {
namespace {

/// Renaming another file to its place would replace the device by a plain file.
bool writeDirectly(const QString& file, const QByteArray& content, QString& reason) {
  QFile out(file);
  if (out.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && out.write(content) == content.size()) return true;
  reason = out.errorString();
  return false;
}

bool writeBeside(const QString& file, const QByteArray& content, QString& reason) {
  QSaveFile out(file);
  out.setDirectWriteFallback(true);  // a folder in which no file can be made may hold one that can be written
  if (out.open(QIODevice::WriteOnly) && out.write(content) == content.size() && out.commit()) return true;
  reason = out.errorString();
  return false;
}

}  // namespace

bool writeWholeFile(const QString& file, const QByteArray& content, QString& reason) {
  const QFileInfo info(file);
  const bool special = info.exists() && !info.isFile();
  QString why;
  if (special ? writeDirectly(file, content, why) : writeBeside(file, content, why)) return true;
  reason = QString("%1 cannot be written: %2.").arg(file, why);
  return false;
}

QString numberedFile(const QString& folder, const QString& name, const QString& extension, int digits, int& number) {
  for (;; ++number) {
    QString file =
        QDir(folder).filePath(QString("%1_%2.%3").arg(name).arg(number, digits, 10, QChar('0')).arg(extension));
    if (!QFileInfo::exists(file)) return file;
  }
}

}  // namespace sofa::gui
