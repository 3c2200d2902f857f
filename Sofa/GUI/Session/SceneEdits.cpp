// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Session/SceneEdits.h"

#include <QElapsedTimer>
#include <QRegularExpression>

#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Session/UndoCommands.h"
#include "Sofa/Simulation/Run/Checkpoint.h"
#include "Sofa/Simulation/Scene/SceneWriter.h"

namespace sofa::gui {
namespace {

std::vector<std::weak_ptr<core::Base>> objectsOf(const QList<ObjectHandle>& handles) {
  std::vector<std::weak_ptr<core::Base>> objects;
  for (const auto& handle : handles) objects.push_back(handle.object);
  return objects;
}

QString shortName(const ObjectHandle& object) { return object.name.isEmpty() ? object.className : object.name; }

QString names(const QList<ObjectHandle>& objects) {
  return objects.size() == 1 ? shortName(objects.front()) : SceneEdits::tr("%1 objects").arg(objects.size());
}

struct Outcome {
  QString problem;
  ObjectHandle result;
};

/// Makes the change; whatever goes wrong is taken back.
std::string tryRedo(Edit& edit, simulation::Node& root) {
  try {
    return edit.redo(root);
  } catch (const std::exception& problem) {
    edit.undo(root);
    return problem.what();
  }
}

}  // namespace

/// Stands in Qt's stack for an edit in the simulation's thread, which it knows by number.
class SceneEdits::Command : public QUndoCommand {
 public:
  Command(SceneEdits& edits, int id, const QString& text, QString mergeKey)
      : QUndoCommand(text), m_edits(edits), m_id(id), m_mergeKey(std::move(mergeKey)) {
    m_age.start();
  }
  ~Command() override {
    m_edits.m_session.post([store = m_edits.m_store, id = m_id](simulation::Node&) { store->drop(id); });
  }
  void undo() override { m_edits.revert(m_id, text()); }
  void redo() override {
    // It was made before it came onto the stack.
    if (std::exchange(m_isNew, false)) return;
    m_edits.repeat(m_id, text());
  }
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* other) override {
    constexpr int together = 2000;  // ms
    const auto* later = static_cast<const Command*>(other);
    if (m_mergeKey.isEmpty() || m_mergeKey != later->m_mergeKey || m_age.elapsed() > together) return false;
    m_age.restart();
    m_edits.m_session.post([store = m_edits.m_store, id = m_id, laterId = later->m_id](simulation::Node&) {
      auto* first = store->find(id);
      const auto* second = store->find(laterId);
      if (first && second) first->merge(*second);
    });
    return true;
  }

 private:
  SceneEdits& m_edits;
  int m_id;
  QString m_mergeKey;
  QElapsedTimer m_age;
  bool m_isNew = true;
};

SceneEdits::SceneEdits(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_store(std::make_shared<EditStore>()) {
  session.addObserver(m_store.get());
  connect(&session, &Session::loading, this, [this] { m_stack.clear(); });
}

SceneEdits::~SceneEdits() {
  m_stack.clear();
  m_session.removeObserver(m_store.get());
  m_session.post([store = m_store](simulation::Node&) { store->clear(); });
}

void SceneEdits::perform(const QString& text, std::unique_ptr<Edit> edit, const QString& mergeKey, Refused refused) {
  const int id = m_nextId++;
  m_session.ask(
      this,
      [store = m_store, id, edit = std::shared_ptr<Edit>(std::move(edit))](simulation::Node& root) -> Outcome {
        if (auto problem = tryRedo(*edit, root); !problem.empty()) {
          helper::send(helper::Severity::Error, "Editor", problem);
          return {QString::fromStdString(problem), {}};
        }
        store->add(id, edit);
        return {{}, edit->result() ? makeHandle(*edit->result()) : ObjectHandle{}};
      },
      [this, id, text, mergeKey, refused = std::move(refused)](const Outcome& outcome) {
        if (!outcome.problem.isEmpty()) {
          if (refused) refused(outcome.problem);
          return Q_EMIT failed(outcome.problem);
        }
        m_stack.push(new Command(*this, id, text, mergeKey));
        Q_EMIT done(text);
        if (!outcome.result.path.isEmpty()) Q_EMIT added(outcome.result);
      });
  m_session.post([](simulation::Node&) {});  // shows what became of the scene
}

void SceneEdits::revert(int id, const QString& text) {
  m_session.post([store = m_store, id](simulation::Node& root) {
    if (auto* edit = store->find(id)) edit->undo(root);
  });
  Q_EMIT done(tr("Undone: %1").arg(text));
}

void SceneEdits::repeat(int id, const QString& text) {
  m_session.ask(
      this,
      [store = m_store, id](simulation::Node& root) {
        auto* edit = store->find(id);
        return edit ? QString::fromStdString(tryRedo(*edit, root)) : QString();
      },
      [this](const QString& problem) {
        if (!problem.isEmpty()) Q_EMIT failed(problem);
      });
  m_session.post([](simulation::Node&) {});
  Q_EMIT done(tr("Redone: %1").arg(text));
}

// --- The edits -------------------------------------------------------------------------------------------------------

void SceneEdits::performData(const QString& text, const ObjectHandle& object, const QString& data,
                             std::unique_ptr<Edit> edit, bool merges) {
  perform(text.arg(data, shortName(object)), std::move(edit), merges ? object.path + "." + data : QString(),
          [this, object, data](const QString& problem) { Q_EMIT notifier().refused(object, data, problem); });
}

void SceneEdits::setData(const ObjectHandle& object, const QString& data, const QString& text) {
  performData(tr("set %1 of %2"), object, data,
              std::make_unique<DataEdit>(object.object, data.toStdString(), text.toStdString()), true);
}

void SceneEdits::resetData(const ObjectHandle& object, const QString& data) {
  performData(tr("reset %1 of %2"), object, data,
              std::make_unique<DataEdit>(object.object, data.toStdString(), std::nullopt));
}

void SceneEdits::setScalar(const ObjectHandle& object, const QString& data, std::size_t index, double value) {
  performData(tr("change %1 of %2"), object, data,
              std::make_unique<DataEdit>(object.object, data.toStdString(),
                                         [=](core::BaseData& d) { return applyScalar(d, index, value); }));
}

void SceneEdits::replaceRows(const ObjectHandle& object, const QString& data, std::size_t first, std::size_t removed,
                             const std::vector<double>& values) {
  performData(tr("change rows of %1 of %2"), object, data,
              std::make_unique<DataEdit>(object.object, data.toStdString(),
                                         [=](core::BaseData& d) { return applyRows(d, first, removed, values); }));
}

void SceneEdits::setDataOfAll(const QList<ObjectHandle>& objects, const QString& data, const QString& text) {
  if (objects.isEmpty()) return;
  auto all = std::make_unique<GroupEdit>();
  for (const auto& object : objects)
    all->add(std::make_unique<DataEdit>(object.object, data.toStdString(), text.toStdString()));
  perform(tr("set %1 of %2").arg(data, names(objects)), std::move(all));
}

void SceneEdits::rename(const ObjectHandle& object, const QString& name) {
  perform(tr("rename %1 to %2").arg(shortName(object), name),
          std::make_unique<DataEdit>(object.object, "name", name.toStdString()));
}

void SceneEdits::setActive(const ObjectHandle& node, bool active) {
  perform((active ? tr("activate %1") : tr("deactivate %1")).arg(shortName(node)),
          std::make_unique<DataEdit>(node.object, "activated", active ? "1" : "0"));
}

void SceneEdits::setSleeping(const ObjectHandle& node, bool sleeping) {
  perform((sleeping ? tr("put %1 to sleep") : tr("wake up %1")).arg(shortName(node)),
          std::make_unique<DataEdit>(node.object, "sleeping", sleeping ? "1" : "0"));
}

void SceneEdits::addComponent(const ObjectHandle& node, const QString& className, int position,
                              const QString& templateName) {
  const QString type = className.trimmed();
  static const QRegularExpression identifier(QStringLiteral("^[A-Za-z_][A-Za-z0-9_.:-]*$"));
  if (!identifier.match(type).hasMatch())
    return Q_EMIT failed(tr("\"%1\" cannot be the name of a class: letters and digits are expected.").arg(type));
  const QString attribute =
      templateName.isEmpty() ? QString() : QStringLiteral(" template=\"%1\"").arg(templateName.toHtmlEscaped());
  perform(
      tr("add %1").arg(type),
      std::make_unique<AddEdit>(node.object, QStringLiteral("<%1%2/>").arg(type, attribute).toStdString(), position));
}

void SceneEdits::addNode(const ObjectHandle& parent, const QString& name) {
  perform(tr("add node %1").arg(name),
          std::make_unique<AddEdit>(parent.object,
                                    QStringLiteral("<Node name=\"%1\"/>").arg(name.toHtmlEscaped()).toStdString(), -1));
}

void SceneEdits::paste(const ObjectHandle& node, const QString& xml) {
  perform(tr("paste into %1").arg(shortName(node)), std::make_unique<AddEdit>(node.object, xml.toStdString(), -1));
}

void SceneEdits::addElements(const ObjectHandle& node, const QString& name, const QString& xml) {
  perform(tr("add %1").arg(name), std::make_unique<AddEdit>(node.object, xml.toStdString(), -1));
}

void SceneEdits::duplicate(const ObjectHandle& object) {
  perform(tr("duplicate %1").arg(shortName(object)), std::make_unique<AddEdit>(object.object));
}

void SceneEdits::remove(const QList<ObjectHandle>& objects) {
  if (objects.isEmpty()) return;
  perform(tr("remove %1").arg(names(objects)), std::make_unique<RemoveEdit>(objectsOf(objects)));
}

void SceneEdits::move(const QList<ObjectHandle>& objects, const ObjectHandle& node, int position) {
  if (objects.isEmpty()) return;
  perform(tr("move %1").arg(names(objects)), std::make_unique<MoveEdit>(objectsOf(objects), node.object, position));
}

// --- Files -----------------------------------------------------------------------------------------------------------

void SceneEdits::save(const QString& file) {
  m_session.ask(
      this,
      [file](simulation::Node& root) {
        std::string problem;
        return simulation::writeScene(root, file.toStdString(), &problem) ? QString() : QString::fromStdString(problem);
      },
      [this, file](const QString& problem) {
        if (!problem.isEmpty()) return Q_EMIT failed(tr("The scene was not saved: %1").arg(problem));
        m_stack.setClean();
        Q_EMIT saved(file);
      });
}

void SceneEdits::saveState(const QString& file) {
  const long step = m_session.lastStep().step;
  m_session.ask(
      this, [file, step](simulation::Node& root) { return simulation::saveCheckpoint(file.toStdString(), root, step); },
      [this, file](bool good) {
        if (good && !m_stack.isClean())
          helper::send(helper::Severity::Warning, "Editor",
                       "The state holds no Data: save the edited scene too, and resume from that.");
        if (good)
          Q_EMIT stateSaved(file);
        else
          Q_EMIT failed(tr("The state was not saved: %1 cannot be written.").arg(file));
      });
}

}  // namespace sofa::gui
