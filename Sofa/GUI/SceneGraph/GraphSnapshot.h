// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHash>
#include <QString>
#include <memory>
#include <vector>

#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/GUI/Session/Selection.h"

namespace sofa::gui {

/// Families of objects, by which the scene tree colours them. An object may belong to several.
enum class Kind {
  Node,
  Object,
  Context,
  BehaviorModel,
  CollisionModel,
  MechanicalState,
  ProjectiveConstraint,
  ConstraintSet,
  InteractionForceField,
  ForceField,
  Solver,
  CollisionPipeline,
  MechanicalMapping,
  Mapping,
  Mass,
  Topology,
  Visual,
  Loader,
  Configuration
};
inline constexpr int kindCount = static_cast<int>(Kind::Configuration) + 1;
using Kinds = quint32;  ///< bit set, 1 << Kind
constexpr Kinds bitOf(Kind kind) { return Kinds{1} << static_cast<int>(kind); }

/// To be called in the simulation's thread, as all that takes scene objects.
Kinds kindsOf(const core::Base& object);

/// One node or component as plain values.
struct GraphEntry {
  std::weak_ptr<core::Base> object;
  const void* id = nullptr;  ///< identity among the objects of one picture; never looked into
  QString name, className, templateName;
  Kinds kinds = 0;
  bool isNode = false, isActive = true, isSleeping = false, isValid = true;
  bool isEdited = false;  ///< some Data or link was changed since the scene was loaded
  int followedData = 0;   ///< Data that follow those of other objects
  int parentCount = 0;
  /// Components in order, then child nodes in order; indices of entries.
  std::vector<int> children;
  int componentCount = 0;
};

/// The graph at one moment. Entry 0 is the root; every object has one entry, also where several parents hold it.
struct GraphSnapshot {
  std::vector<GraphEntry> entries;
  static std::shared_ptr<const GraphSnapshot> take(core::Node& root);
};

/// Objects that have a Data whose name or value holds `text` (case ignored), with "name = value" of the first one.
/// Values of more than a few numbers are not searched.
QHash<const void*, QString> searchData(core::Node& root, const QString& text);

}  // namespace sofa::gui
