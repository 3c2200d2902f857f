// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QStringList>

namespace sofa::gui {

/// The folders that the user chose for the meshes and pictures of scenes. They are part of the program's data path
/// during the lifetime of this object, and are kept between runs.
class DataFolders : public QObject {
  Q_OBJECT

 public:
  explicit DataFolders(QObject* parent = nullptr);
  ~DataFolders() override;

  QStringList folders() const;
  void add(const QString& folder);
  /// Removes a folder for this run and later ones.
  void remove(const QString& folder);

  /// Returns the names of the files that errors of a scene report as missing from the data path, each once.
  static QStringList missingFiles(const QStringList& errors);
  /// Returns the folder that must be on the data path so that scenes find one of these files. It looks at the folder
  /// `chosen`, the folders above it, and its folders share, examples and mesh. Empty if none of them has the file.
  static QString startFor(const QString& chosen, const QStringList& missing);

 Q_SIGNALS:
  void changed();

 private:
  void write(const QStringList& folders);

  QStringList m_added;  // the folders that were added to the data path
};

}  // namespace sofa::gui
