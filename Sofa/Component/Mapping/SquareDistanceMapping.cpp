// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/SquareDistanceMapping.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void SquareDistanceMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !m_edges.l_topology) return;
  const auto& x = this->l_input->positions();
  m_edges.draw(list, m_edges.l_topology->edges(),
               [&](type::Index i) { return i < x.size() ? std::optional(In::position(x[i])) : std::nullopt; });
}

namespace {
const auto registered = core::Register("SquareDistanceMapping", "Sofa.Component.Mapping.NonLinear",
                                       "squared lengths of the edges of a mesh")
                            .add<SquareDistanceMapping<type::Vec3Types, type::Vec1Types>>()
                            .add<SquareDistanceMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
