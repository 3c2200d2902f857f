// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <memory>

#include "Sofa/Core/ObjectModel/Base.h"

namespace sofa::gui {

/// A node or component as the interface knows it: never looked into outside the simulation's thread.
struct ObjectHandle {
  std::weak_ptr<core::Base> object;
  QString path;
  QString name, className;
  bool isNode = false;

  bool operator==(const ObjectHandle& o) const {
    return !object.owner_before(o.object) && !o.object.owner_before(object);
  }
};

/// The one object that tree, view and property sheet agree on.
class Selection : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  const ObjectHandle& current() const { return m_current; }
  bool isEmpty() const { return m_current.path.isEmpty(); }
  void select(ObjectHandle object) {
    if (object == m_current && object.path == m_current.path) return;
    m_current = std::move(object);
    Q_EMIT changed();
  }
  void clear() { select({}); }

 Q_SIGNALS:
  void changed();

 private:
  ObjectHandle m_current;
};

}  // namespace sofa::gui
