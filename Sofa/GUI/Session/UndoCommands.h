// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Simulation/Scene/GraphEdit.h"
#include "Sofa/Simulation/Scene/SceneReader.h"

/// Changes of a scene that can be taken back. Everything here lives in the simulation's thread.
namespace sofa::gui {

class Edit {
 public:
  virtual ~Edit() = default;
  /// Makes the change, for the first time or again. What stands in the way, told to the user; empty if it is done.
  /// After a failure the scene is as it was.
  virtual std::string redo(simulation::Node& root) = 0;
  virtual void undo(simulation::Node& root) = 0;
  /// Takes over what a later edit did, if both are steps of one.
  virtual bool merge(const Edit&) { return false; }
  /// What the user wants to see selected afterwards; null: nothing new.
  virtual core::Base* result() const { return nullptr; }
  /// Objects that must outlive the edit: others may still point to them until the scene ends.
  virtual simulation::Objects takenOut() const { return {}; }
};

/// Changes a Data or link of one object.
class DataEdit : public Edit {
 public:
  using Change = std::function<std::string(core::BaseData&)>;
  /// Sets it from text, "@path" links; no text puts it back to its default.
  DataEdit(std::weak_ptr<core::Base> object, std::string name, std::optional<std::string> text)
      : m_object(std::move(object)), m_name(std::move(name)), m_text(std::move(text)) {}
  /// Another change of a Data's value; it says what is wrong, or nothing.
  DataEdit(std::weak_ptr<core::Base> object, std::string name, Change change)
      : m_object(std::move(object)), m_name(std::move(name)), m_change(std::move(change)) {}
  std::string redo(simulation::Node& root) override;
  void undo(simulation::Node& root) override;
  bool merge(const Edit& later) override;

 private:
  std::string change(core::Base& object);
  std::string changeData(core::Base& object, core::BaseData& data);
  std::string checkName(const core::Base& object) const;
  void remember(const core::Base& object, const core::BaseData& data);
  void restore(core::Base& object, core::BaseData& data);

  std::weak_ptr<core::Base> m_object;
  std::string m_name;
  std::optional<std::string> m_text;
  Change m_change;
  struct {
    std::string text, linkPath;
    bool set = false;
    core::BaseData* parent = nullptr;
    std::weak_ptr<core::Base> parentOwner;
    std::optional<core::GivenAttributes> given;
  } m_before;
};

/// Several edits that are one to the user.
class GroupEdit : public Edit {
 public:
  void add(std::unique_ptr<Edit> edit) { m_edits.push_back(std::move(edit)); }
  std::string redo(simulation::Node& root) override;
  void undo(simulation::Node& root) override;

 private:
  std::vector<std::unique_ptr<Edit>> m_edits;
};

/// An object with its places in the graph, so that it can leave and come back.
class Placement {
 public:
  explicit Placement(std::shared_ptr<core::Base> object) : m_object(std::move(object)) {}
  const std::shared_ptr<core::Base>& object() const { return m_object; }
  /// Notes where it is and takes it out.
  void take();
  void put();

 private:
  std::shared_ptr<core::Base> m_object;
  std::vector<std::pair<std::shared_ptr<core::Node>, std::size_t>> m_places;
};

/// Takes objects out of the graph and puts them back, with what followed them.
class Removal {
 public:
  explicit Removal(simulation::Objects objects) : m_objects(std::move(objects)) {}
  void take(simulation::Node& root);
  void putBack();
  const simulation::Objects& objects() const { return m_objects; }

 private:
  struct Part {
    Placement placement;
    simulation::Followers followers;
  };
  simulation::Objects m_objects;
  std::vector<Part> m_parts;
};

/// Adds what an XML text describes to a node.
class AddEdit : public Edit {
 public:
  /// `position` among the node's components or children; -1: last.
  AddEdit(std::weak_ptr<core::Base> node, std::string xml, int position)
      : m_node(std::move(node)), m_xml(std::move(xml)), m_position(position) {}
  /// A copy of `original`, behind it.
  explicit AddEdit(std::weak_ptr<core::Base> original) : m_node(std::move(original)), m_duplicates(true) {}
  std::string redo(simulation::Node& root) override;
  void undo(simulation::Node& root) override;
  core::Base* result() const override;
  simulation::Objects takenOut() const override;

 private:
  std::string create(simulation::Node& root);
  std::string prepareDuplicate(simulation::Node& root);
  void moveToPosition(simulation::Node& node, const simulation::Objects& objects) const;

  std::weak_ptr<core::Base> m_node;
  std::string m_xml;
  int m_position = -1;
  bool m_duplicates = false;
  std::optional<Removal> m_made;
};

class RemoveEdit : public Edit {
 public:
  explicit RemoveEdit(std::vector<std::weak_ptr<core::Base>> objects) : m_wanted(std::move(objects)) {}
  std::string redo(simulation::Node& root) override;
  void undo(simulation::Node& root) override;
  simulation::Objects takenOut() const override { return m_removal ? m_removal->objects() : simulation::Objects{}; }

 private:
  std::vector<std::weak_ptr<core::Base>> m_wanted;
  std::optional<Removal> m_removal;
};

/// Moves objects to another node, or to another place in theirs.
class MoveEdit : public Edit {
 public:
  MoveEdit(std::vector<std::weak_ptr<core::Base>> objects, std::weak_ptr<core::Base> node, int position)
      : m_wanted(std::move(objects)), m_node(std::move(node)), m_position(position) {}
  std::string redo(simulation::Node& root) override;
  void undo(simulation::Node& root) override;
  core::Base* result() const override { return m_objects.empty() ? nullptr : m_objects.front().get(); }

 private:
  std::string check(simulation::Node& root, simulation::Node& node);
  void insert(simulation::Node& node);
  void findAgain();

  std::vector<std::weak_ptr<core::Base>> m_wanted;
  std::weak_ptr<core::Base> m_node;
  int m_position;
  simulation::Objects m_objects;
  std::vector<Placement> m_placements;
};

/// The edits of a scene, until it ends.
class EditStore : public StepObserver {
 public:
  void add(int id, std::shared_ptr<Edit> edit) { m_edits[id] = std::move(edit); }
  Edit* find(int id) const;
  void drop(int id);
  void clear();

  void afterStep(simulation::Node&, const StepInfo&) override {}
  void ended() override { clear(); }

 private:
  std::map<int, std::shared_ptr<Edit>> m_edits;
  simulation::Objects m_kept;
};

}  // namespace sofa::gui
