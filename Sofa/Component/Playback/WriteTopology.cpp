// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Playback/MeshFile.h"
#include "Sofa/Component/Playback/TimedWriter.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::playback {
namespace {

/// Writes the elements of a mesh into a text file at chosen times, as they are at the begin of a step. ReadTopology
/// replays it.
class WriteTopology final : public TimedWriter {
 public:
  core::Data<bool> d_writeContainers{this, "writeContainers", true, "write the points of the elements of each kind"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh that is written; default: the node's"};

  static bool canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
    return usesMesh(node, why);
  }
  void init() override {
    core::connectMesh(*this, l_topology);
    TimedWriter::init();
  }
  bool topologyChanged(const core::MeshChanges&) override { return true; }

 protected:
  bool goesOn(double) override { return l_topology.get() != nullptr; }
  void appendBlock(std::string& text) override {
    if (d_writeContainers.value()) text += meshBlock(*l_topology);
  }
};

const auto registeredWriter =
    core::Register("WriteTopology", "Sofa.Component.Playback", "writes the elements of a mesh into a file")
        .ignores("interval", "period is the time between two blocks")
        .ignores("writeShellContainers", "which elements touch which follows from their points")
        .add<WriteTopology>();

}  // namespace
}  // namespace sofa::component::playback
