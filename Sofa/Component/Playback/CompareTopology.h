// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Playback/FrameReader.h"
#include "Sofa/Component/Playback/MeshFile.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::playback {

/// Compares a mesh with a file of meshes (WriteTopology): at the begin of a step with the last block whose time has
/// come. The error of a kind that the file has elements of is the difference of the numbers of elements, or the number
/// of elements that have other points, or the same ones in another order; it is told when the scene ends.
class CompareTopology final : public FrameReader<MeshFrame> {
 public:
  static bool canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
    return usesMesh(node, why);
  }
  void init() override;
  void handleEvent(core::Event& event) override;
  void reset() override;
  void cleanup() override;
  void archive(core::Archive& archive) override;
  bool topologyChanged(const core::MeshChanges&) override { return true; }

  std::size_t totalError() const;
  /// In the order of forEachKindOfElement().
  const std::array<std::size_t, 5>& errors() const { return m_errors; }

 private:
  core::Found<core::BaseMeshTopology> m_mesh;
  std::array<std::size_t, 5> m_errors{};
  std::size_t m_blocks = 0;
};

}  // namespace sofa::component::playback
