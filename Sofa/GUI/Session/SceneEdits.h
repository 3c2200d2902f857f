// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QUndoStack>
#include <memory>

#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/Session/Session.h"

namespace sofa::gui {

class Edit;
class EditStore;

/// Every change that a user makes to the scene goes through here: it is made in the simulation's thread, between two
/// steps, and can be undone until the scene ends. What cannot be done is told by failed(), and nothing has changed.
class SceneEdits : public QObject, public DataEdits {
  Q_OBJECT

 public:
  explicit SceneEdits(Session& session, QObject* parent = nullptr);
  ~SceneEdits() override;

  QUndoStack* undoStack() { return &m_stack; }

  /// Edits of the same Data in quick succession are undone together.
  void setData(const ObjectHandle& object, const QString& data, const QString& text) override;
  void resetData(const ObjectHandle& object, const QString& data) override;
  void setScalar(const ObjectHandle& object, const QString& data, std::size_t index, double value) override;
  void replaceRows(const ObjectHandle& object, const QString& data, std::size_t first, std::size_t removed,
                   const std::vector<double>& values) override;
  /// Gives a Data or link of each object the same value; all or, where one refuses it, none.
  void setDataOfAll(const QList<ObjectHandle>& objects, const QString& data, const QString& text);
  void rename(const ObjectHandle& object, const QString& name);
  void setActive(const ObjectHandle& node, bool active);
  void setSleeping(const ObjectHandle& node, bool sleeping);
  /// `position` among the node's components; -1: last. Without a template the factory chooses.
  void addComponent(const ObjectHandle& node, const QString& className, int position = -1,
                    const QString& templateName = {});
  void addNode(const ObjectHandle& parent, const QString& name);
  /// Elements of a scene as text.
  void paste(const ObjectHandle& node, const QString& xml);
  /// The same, of something that has a name for the user.
  void addElements(const ObjectHandle& node, const QString& name, const QString& xml);
  void duplicate(const ObjectHandle& object);
  void remove(const QList<ObjectHandle>& objects);
  void move(const QList<ObjectHandle>& objects, const ObjectHandle& node, int position);

  /// Writes the scene as it was loaded, with all edits.
  void save(const QString& file);
  /// Writes all that a run carries from step to step, to go on from there with runSofa --resume.
  void saveState(const QString& file);

 Q_SIGNALS:
  void failed(const QString& problem);
  /// After an edit, undo or redo.
  void done(const QString& what);
  /// What an edit brought, to be selected.
  void added(const sofa::gui::ObjectHandle& object);
  void saved(const QString& file);
  void stateSaved(const QString& file);

 private:
  class Command;
  using Refused = std::function<void(const QString& problem)>;
  void perform(const QString& text, std::unique_ptr<Edit> edit, const QString& mergeKey = {}, Refused refused = {});
  void performData(const QString& text, const ObjectHandle& object, const QString& data, std::unique_ptr<Edit> edit,
                   bool merges = false);
  void revert(int id, const QString& text);
  void repeat(int id, const QString& text);

  Session& m_session;
  QUndoStack m_stack;
  std::shared_ptr<EditStore> m_store;  // its contents are the simulation's thread's
  int m_nextId = 1;
};

}  // namespace sofa::gui
