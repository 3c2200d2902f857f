// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Component/Beam/WireBeamInterpolation.h"
#include "Sofa/Component/Beam/WireNodes.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"

namespace sofa::component::beam {

/// Pushes wires that lie in each other (catheters, guide wires, coils) out of an entry, draws them back and turns them
/// (docs/manual/beams.md, "Wires that are pushed out"). At the begin of each step it places the nodes of what is out,
/// on the last ones of the frames of its node, and gives each wire its beams between them.
class InterventionalRadiologyController final : public core::Component {
 public:
  core::Data<std::vector<std::string>> d_instruments{
      this, "instruments", {}, "names of the WireBeamInterpolation of the wires, the outer one first"};
  core::Data<std::size_t> d_controlledInstrument{this, "controlledInstrument", 0, "number of the wire that is moved"};
  core::Data<std::vector<double>> d_xtip{this, "xtip", {}, "how far each wire is out (m)"};
  core::Data<std::vector<double>> d_rotationInstrument{
      this, "rotationInstrument", {}, "by how much each wire is turned about its axis (rad)"};
  core::Data<double> d_step{this, "step", 0.1, "how far a key or an action moves a wire (m)"};
  core::Data<double> d_angularStep{this, "angularStep", 3.1416 / 20, "how far a key or an action turns a wire (rad)"};
  core::Data<double> d_speed{this, "speed", 0.0,
                             "of a wire that moves by itself (m/s); above 0: the wire starts to advance"};
  core::Data<Frame> d_startingPos{this, "startingPos", Frame{}, "frame of the entry: wires come out along its x axis"};
  core::Data<double> d_threshold{this, "threshold", 0.01, "nodes nearer to each other than this are one (m)"};
  core::Data<std::vector<double>> d_rigidCurvAbs{
      this, "rigidCurvAbs", {}, "places, from the entry, where rigid parts begin and end: they get nodes (m)"};
  core::Data<std::vector<type::Index>> d_indexFirstNode{
      this, "indexFirstNode", {0}, "number of the node at the entry, for the springs that hold it", {.readOnly = true}};
  core::Link<core::State<type::Rigid3Types>> l_state{this, "mstate", "the nodes; default: the state of this node"};
  core::Link<core::ProjectiveConstraint<type::Rigid3Types>> l_fixedConstraint{
      this, "fixedConstraint", "holds the nodes that are not in use; default: the one of this node"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh of the nodes; default: the one visible from this node"};

  enum class Motion { none, advance, withdraw };
  enum class Action {
    none,
    forward,
    back,
    turnRight,
    turnLeft,
    nextTool,
    previousTool,
    dropTool,
    firstTool,
    secondTool,
    thirdTool
  };

  static std::string staticTemplateName() { return type::Rigid3Types::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Rigid3Types>(node, description, "mstate", why);
  }
  void init() override;
  void handleEvent(core::Event& event) override;
  void storeResetState() override;
  void reset() override;
  void archive(core::Archive& archive) override;

  void apply(Action action);
  void setMotion(Motion motion) { m_motion = motion; }

  WireBeamInterpolation& wire(std::size_t i) const { return *m_wires[i]; }
  std::size_t wireCount() const { return m_wires.size(); }
  /// Whether it can act: the wires and the nodes are still there.
  bool isComplete() const;
  std::vector<PushedWire> pushedWires() const;
  const WireNodes& nodes() const { return m_nodes; }
  /// The number of the node at the entry.
  std::size_t entry() const;

 private:
  void bwdInit() override;
  bool findWires();
  bool findFixedConstraint();
  /// Which nodes the constraint holds; null if it has no list.
  core::Data<std::vector<type::Index>>* heldNodes() const;
  /// Restores the Data that steps changed. A later initialisation must start from the values of the scene.
  void undoMoves();
  /// Notes its own changes of the Data. Call it after each of them.
  void noteMoves();
  void chooseTool(std::size_t tool);
  void move(Action action);
  void advance(double dt);
  /// Places the nodes of what is out now, on the curve of those before, and makes the beams.
  void deploy();
  Frame poseOnCurve(double place, std::span<const Frame> poses) const;
  void moveNodes(const WireNodes& nodes);
  void makeBeams();

  std::vector<core::Found<WireBeamInterpolation>> m_wires;
  WireNodes m_nodes;
  Motion m_motion = Motion::none;
  simulation::MechanicalOperations m_operations;
  bool m_toldSize = false, m_toldDrop = false;

  struct Saved {
    std::vector<double> xtip, rotation;
    std::size_t controlled = 0;
    WireNodes nodes;
    Motion motion = Motion::none;
  } m_saved;
  /// The counters of xtip, rotationInstrument and controlledInstrument after its last change. A user changed the
  /// others.
  std::array<int, 3> m_moves{-1, -1, -1};
};

}  // namespace sofa::component::beam
