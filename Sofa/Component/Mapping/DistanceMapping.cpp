// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/DistanceMapping.h"

#include "Sofa/Component/Mapping/CoordDistance.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void DistanceMapping<In, Out>::init() {
  if (!this->l_input || !this->l_output) return;
  std::vector<type::Edge> edges;
  if (m_edges.read(this->l_input->size(), edges)) {
    const InVecCoord& x = this->l_input->positions();
    m_rest.complete(edges.size(), [&](std::size_t e) { return coordDistance(x[edges[e][0]], x[edges[e][1]]); });
    this->l_output->resize(edges.size());
    this->setEnds(std::move(edges));
    this->setValid();
  } else {
    this->setEnds({});
    this->setInvalid();
  }
  Base::init();
}

template <class In, class Out>
bool DistanceMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (changes.mesh == m_edges.l_topology.get()) m_rest.follow(changes);
  init();
  return true;
}

template <class In, class Out>
void DistanceMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!this->checkInput(in, this->needed())) return;
  const auto& ends = this->m_ends;
  this->setLengths(out, m_rest.d_restLengths.value(), [&](std::size_t e) -> type::Vec<Part::size> {
    return Part::coord(in[ends[e][1]]) - Part::coord(in[ends[e][0]]);
  });
}

template <class In, class Out>
void DistanceMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input) return;
  const InVecCoord& x = this->l_input->positions();
  m_edges.draw(list, this->m_ends,
               [&](type::Index i) { return i < x.size() ? std::optional(In::position(x[i])) : std::nullopt; });
}

namespace {
const auto registered =
    core::Register("DistanceMapping", "Sofa.Component.Mapping.NonLinear", "lengths of the edges of a mesh")
        .add<DistanceMapping<type::Vec3Types, type::Vec1Types>>()
        .add<DistanceMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
