// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Base.h"
#include "Sofa/Core/ObjectModel/Event.h"

namespace sofa::core {

class Archive;
class Node;
class ComponentDescription;
class DrawList;
struct MeshChanges;

/// One aspect of a node: state, mass, force, mapping, solver, topology... The only base class of everything a scene
/// names.
///
/// Life: constructed by the factory, added to its node, attributes parsed, init() in scene order, bwdInit() in reverse,
/// then steps; reset() puts the state of the end of init back, cleanup() precedes destruction.
class Component : public Base SOFA_AUTHOR(Component) {
 public:
  Component();

  Data<ComponentState> d_componentState{this,
                                        "componentState",
                                        ComponentState::Undefined,
                                        "state of the component",
                                        {.readOnly = true, .autoLink = false}};
  Data<bool> d_listening{this, "listening", false, "if true, the component is told of events", {.autoLink = false}};

  /// The node that holds this component; null outside a scene.
  Node* context() const { return m_context; }
  Node* linkContext() const override { return m_context; }
  std::string path() const override;

  bool isValid() const { return d_componentState.value() != ComponentState::Invalid; }
  void setValid() { d_componentState.set(ComponentState::Valid); }
  void setInvalid() { d_componentState.set(ComponentState::Invalid); }

  /// Applies the attributes of a scene element in the order of docs/manual/scenes.md, "Attributes":
  /// prepareAttributes(), src, Data and links, parseExtra().
  void parse(ComponentDescription& description);

  virtual void init() {}
  virtual void bwdInit() {}
  /// Called when a user changed Data of an initialised component.
  virtual void reinit() {}
  virtual void reset() {}
  /// Remembers what reset() restores; called once after initialisation.
  virtual void storeResetState() {}
  virtual void cleanup() {}
  /// Writes or reads what the component carries from step to step beyond its inputs, so that a run can be resumed
  /// exactly.
  virtual void archive(Archive&) {}
  virtual void handleEvent(Event&) {}
  /// A mesh that this component is linked to changed: states and all Data that follow it were carried along. False: the
  /// component is initialised anew, unless it has Data that follow (docs/manual/topology.md, "Following a mesh").
  virtual bool topologyChanged(const MeshChanges&) { return false; }
  /// Includes what the component occupies in d_bbox.
  virtual void computeBoundingBox() {}
  /// Brings what is only looked at (normals of a surface, the text of a label) up to date. Viewers call it after a step
  /// or an edit; batch runs never do.
  virtual void updateVisual() {}
  /// Adds what the flags in force show of the component (docs/manual/visual.md, "What components draw").
  virtual void draw(DrawList&) const {}

  /// Once per step: calls dataChanged() if a tracked Data changed since.
  void updateTrackedData();
  /// Components owned by this one (an ordering method of a solver), reachable by path.
  virtual Component* findSlave(std::string_view) const { return nullptr; }

  /// True if a T can be created in `node` from `description`; else says why not. Contracts hide this with their checks.
  static bool canCreate(Node&, const ComponentDescription&, std::string&) { return true; }
  static std::string staticTemplateName() { return {}; }

 protected:
  /// Comes before everything else of parse(), for components that own as many Data as an attribute says.
  virtual void prepareAttributes(const ComponentDescription&) {}
  /// Attributes that are not Data (legacy spellings).
  virtual void parseExtra(ComponentDescription&) {}
  void trackData(const BaseData& data) { m_tracker.track(data); }
  const DataTracker& tracker() const { return m_tracker; }
  virtual void dataChanged() {}
  /// Warns about required Data that the scene does not give.
  void checkRequiredData() const;

 private:
  friend class Node;
  Node* m_context = nullptr;
  DataTracker m_tracker;
};

/// A component that computes outputs from inputs when one of the outputs is read.
///
/// Register the Data in init() or the constructor with addInput/addOutput, and compute in doUpdate().
class DataEngine : public Component, public DependencyNode {
 public:
  using DependencyNode::setDirty;
  void init() override { setDirty(); }
  void reinit() override { setDirty(); }
  /// Runs now if anything changed.
  void updateNow() { updateIfDirty(); }

 protected:
  void addInput(BaseData* data) { DependencyNode::addInput(data); }
  void addOutput(BaseData* data) { data->DependencyNode::addInput(this); }
  virtual void doUpdate() = 0;

 private:
  void update() override { doUpdate(); }
};

}  // namespace sofa::core
