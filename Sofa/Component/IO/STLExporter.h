// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::io {

/// Writes a surface as a stereolithography (.stl) file: the triangles and halves of quads of `position`, `triangle` and
/// `quad` if given, else of the visual model of the node, else of its mesh.
class STLExporter : public Exporter {
  template <class T>
  using Data = core::Data<T>;

 public:
  Data<bool> d_binaryFormat{this, "binaryformat", true, "if true, a binary file; else text"};
  Data<std::vector<type::Vec3>> d_position{this, "position", {}, "points; default: those of the node's surface"};
  Data<std::vector<type::Triangle>> d_triangle{this, "triangle", {}, "triangles between the points"};
  Data<std::vector<type::Quad>> d_quad{this, "quad", {}, "quads between the points"};

  void init() override;
  bool write() override;

 private:
  core::Component* m_visual = nullptr;
  const core::BaseMeshTopology* m_topology = nullptr;
  const core::BaseState* m_state = nullptr;
};

}  // namespace sofa::component::io
