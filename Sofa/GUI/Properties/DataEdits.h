// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <string>
#include <vector>

#include "Sofa/GUI/Session/Selection.h"

namespace sofa::core {
class BaseData;
class BaseLink;
}  // namespace sofa::core

namespace sofa::gui {

class Session;

/// Tells the interface what became of edits.
class DataEditNotifier : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

 Q_SIGNALS:
  /// A Data or link keeps its value because `why`.
  void refused(const sofa::gui::ObjectHandle& object, const QString& data, const QString& why);
};

/// The ways in which the interface changes Data and links of the scene. Calls return at once; the change is made in the
/// simulation's thread, and notifier() tells if it was refused.
class DataEdits {
 public:
  virtual ~DataEdits() = default;

  /// Gives a Data (or a link) of that name the value `text`, as scenes write it. "@path.data" makes a Data follow
  /// another; any other text also ends such a link.
  virtual void setData(const ObjectHandle& object, const QString& data, const QString& text) = 0;
  /// Puts the default back: the Data counts as not given, and follows no other.
  virtual void resetData(const ObjectHandle& object, const QString& data) = 0;
  /// Writes one number of a numeric Data, counted over all elements.
  virtual void setScalar(const ObjectHandle& object, const QString& data, std::size_t index, double value) = 0;
  /// Puts the elements `values` (all numbers, element by element) in the place of `removed` elements from `first` on.
  virtual void replaceRows(const ObjectHandle& object, const QString& data, std::size_t first, std::size_t removed,
                           const std::vector<double>& values) = 0;

  DataEditNotifier& notifier() { return m_notifier; }

 private:
  DataEditNotifier m_notifier;
};

/// Makes the changes directly; nothing remembers what was there before.
class DirectDataEdits : public DataEdits {
 public:
  explicit DirectDataEdits(Session& session) : m_session(session) {}
  void setData(const ObjectHandle& object, const QString& data, const QString& text) override;
  void resetData(const ObjectHandle& object, const QString& data) override;
  void setScalar(const ObjectHandle& object, const QString& data, std::size_t index, double value) override;
  void replaceRows(const ObjectHandle& object, const QString& data, std::size_t first, std::size_t removed,
                   const std::vector<double>& values) override;

 private:
  /// Runs `change` on the object, which says what is wrong, or nothing.
  void post(const ObjectHandle& object, const QString& data, std::function<std::string(core::Base&)> change);

  Session& m_session;
};

// What the changes do, in the simulation's thread. They return why they were refused, or nothing; a refused change
// leaves the value as it was. None calls reinit(): that is afterEdit()'s.

/// What keeps `text` from being a value of the Data's type: too few numbers, a word among them, an unknown option...
std::string checkDataText(const core::BaseData& data, const std::string& text);
std::string applyDataText(core::BaseData& data, const std::string& text);
std::string applyLinkText(core::BaseLink& link, const std::string& text);
/// applyDataText or applyLinkText, whichever the object has of that name.
std::string applyText(core::Base& object, const std::string& name, const std::string& text);
std::string applyDefault(core::BaseData& data);
std::string applyScalar(core::BaseData& data, std::size_t index, double value);
std::string applyRows(core::BaseData& data, std::size_t first, std::size_t removed, const std::vector<double>& values);
/// Lets the component take a changed Data into account, if it lives.
void afterEdit(core::Base& object);

}  // namespace sofa::gui

Q_DECLARE_METATYPE(sofa::gui::ObjectHandle)
