// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/ChangeScript.h"
#include "Sofa/Component/Topology/MeshIncision.h"

namespace sofa::component::topology {

/// Changes a mesh at given times: by a file of changes, or by lists of what goes.
///
/// At the beginning of a step, before collision detection, what is due at the time of its start is done. Of several
/// blocks that are due at once the last is done only. A reset neither brings the mesh back nor the file.
class TopologicalChangeProcessor final : public core::Component {
 public:
  using Indices = std::vector<Index>;

  core::Data<std::string> d_filename{this, "filename", "", "file of changes, plain or compressed (.gz)"};
  core::Data<double> d_interval{this, "interval", 0.0,
                                "with useDataInputs: time after which the lists are removed again; 0: once (s)"};
  core::Data<double> d_shift{this, "shift", 0.0, "added to the time of the simulation (s)"};
  core::Data<bool> d_loop{this, "loop", false, "start the file again at its end, with times that go on"};
  core::Data<bool> d_useDataInputs{this, "useDataInputs", false, "use the lists below instead of a file"};
  core::Data<double> d_timeToRemove{this, "timeToRemove", 0.0,
                                    "with useDataInputs: time after which the lists are removed (s)"};
  core::Data<Indices> d_points{this, "pointsToRemove", {}, "points that go"};
  core::Data<Indices> d_edges{this, "edgesToRemove", {}, "edges that go"};
  core::Data<Indices> d_triangles{this, "trianglesToRemove", {}, "triangles that go"};
  core::Data<Indices> d_quads{this, "quadsToRemove", {}, "quads that go"};
  core::Data<Indices> d_tetrahedra{this, "tetrahedraToRemove", {}, "tetrahedra that go"};
  core::Data<Indices> d_hexahedra{this, "hexahedraToRemove", {}, "hexahedra that go"};
  core::Data<double> d_epsilonSnapPath{
      this, "epsilonSnapPath", 0.1,
      "an incision that crosses an edge nearer to its end than this part of it goes there"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh that is changed; default: the one visible from this node"};

  void init() override;
  /// Reads the file again, from its beginning.
  void reinit() override;
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;
  /// Only an incision that is being made depends on the mesh.
  bool topologyChanged(const core::MeshChanges& changes) override {
    m_incision.follow(changes);
    return true;
  }

 private:
  bool readScript();
  /// The block to be done at that time; null if none is due.
  const ChangeScript::Block* takeDue(double time);
  void execute(const ChangeScript::Command& command);
  bool execute(const ChangeScript::Removal& removal);
  bool execute(const ChangeScript::PointsInTriangles& points);
  bool execute(const ChangeScript::Addition& addition);
  bool execute(const ChangeScript::Incision& incision);
  void removeLists();
  /// Null, with an error, if there is none for the kind.
  TopologyModifier* modifier(ElementType type) const;

  std::string m_file;
  ChangeScript m_script;
  MeshIncision m_incision;
  std::uint64_t m_next = 0;  ///< block
  double m_offset = 0;       ///< of times, since the file began again
};

}  // namespace sofa::component::topology
