// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QStringList>

namespace sofa::gui {

/// Folders that the user pointed out, in which scenes find their meshes and pictures: part of the program's data path
/// as long as this lives, and remembered between runs.
class DataFolders : public QObject {
  Q_OBJECT

 public:
  explicit DataFolders(QObject* parent = nullptr);
  ~DataFolders() override;

  QStringList folders() const;
  void add(const QString& folder);
  /// Forgets it.
  void remove(const QString& folder);

  /// Names of files that errors of a scene say were found nowhere on the data path, each once.
  static QStringList missingFiles(const QStringList& errors);
  /// Where the data path has to begin so that one of these files is found, for a user who chose `chosen`: that folder,
  /// one above it, or its folder share, examples or mesh. Empty if none does.
  static QString startFor(const QString& chosen, const QStringList& missing);

 Q_SIGNALS:
  void changed();

 private:
  void write(const QStringList& folders);

  QStringList m_added;  // to the data path
};

}  // namespace sofa::gui
