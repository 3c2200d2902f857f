// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QStringList>

namespace sofa::gui {

/// The scenes opened last, newest first, remembered between runs.
class RecentFiles : public QObject {
  Q_OBJECT

 public:
  static constexpr int capacity = 10;
  using QObject::QObject;

  QStringList files() const;
  /// Puts a scene first. Paths are made absolute.
  void add(const QString& file);
  void remove(const QString& file);
  void clear();

 Q_SIGNALS:
  void changed();

 private:
  void write(const QStringList& files);
};

}  // namespace sofa::gui
