// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/MeshFields.h"

namespace sofa::component::topology {

/// A mesh whose elements a scene gives and which stays as it is.
///
/// Points count up to the largest index that an element names, whatever the size of `position`. Missing triangles come
/// from the tetrahedra, quads from the hexahedra, edges from the volumes if there are any at initialisation, else from
/// the faces.
class MeshTopology final : public ListTopology {
 public:
  MeshTopology();

  MeshFields m_fields{this};

  void init() override;
  std::size_t nbPoints() const override { return m_pointCount; }
  void draw(core::DrawList& list) const override { m_fields.draw(list); }
  ElementType elementType() const override { return m_fields.elementType(); }

 protected:
  void setPointCount(std::size_t count) override { m_pointCount = count; }

 private:
  std::size_t m_pointCount = 0;
  bool m_edgesFromVolumes = false;
};

}  // namespace sofa::component::topology
