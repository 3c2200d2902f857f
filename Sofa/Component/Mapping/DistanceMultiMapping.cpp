// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/DistanceMultiMapping.h"

#include "Sofa/Component/Mapping/CoordDistance.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::mapping {

template <class In, class Out>
void DistanceMultiMapping<In, Out>::init() {
  this->setValid();
  m_edges.clear();
  if (this->l_output && readEdges()) {
    this->l_output->resize(m_edges.size());
    m_gradients.resize(m_edges.size());
    const auto positions = [&](type::Index k) -> auto& { return this->of().states[k]->positions(); };
    m_rest.complete(m_edges.size(), [&](std::size_t e) {
      if (!isThere(m_edges[e])) return 0.0;
      return coordDistance(place(m_edges[e][0], positions), place(m_edges[e][1], positions));
    });
  } else {
    this->setInvalid();
  }
  Base::init();
}

template <class In, class Out>
bool DistanceMultiMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (changes.mesh == m_mesh.l_topology.get()) m_rest.follow(changes);
  const auto& states = this->of().states;
  auto pairs = d_indexPairs.value();
  for (auto& [state, point] : pairs)
    if (state < states.size() && states[state]) simulation::followPoints({&point, 1}, *states[state], changes);
  if (pairs != d_indexPairs.value()) d_indexPairs.set(std::move(pairs));
  init();
  return true;
}

template <class In, class Out>
bool DistanceMultiMapping<In, Out>::readEdges() {
  const auto& states = this->of().states;
  const auto& pairs = d_indexPairs.value();
  for (const auto& [state, point] : pairs)
    if (point != type::invalidIndex && (state >= states.size() || !states[state] || point >= states[state]->size())) {
      this->error("indexPairs: there is no point {} of input {}: nothing is mapped.", point, state);
      return false;
    }
  return m_mesh.read(pairs.size(), m_edges);
}

template <class In, class Out>
void DistanceMultiMapping<In, Out>::apply(OutVecCoord& out, core::VecCoordId in) {
  auto& [states, jacobians] = this->of();
  const auto& rest = m_rest.d_restLengths.value();
  const auto coords = [&](type::Index k) -> auto& { return states[k]->coords(in); };
  this->resizeOutput(out, m_edges.size());
  for (auto& jacobian : jacobians) jacobian.clear();
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    if (!isThere(m_edges[e])) {
      out[e][0] = 0;
      continue;
    }
    const type::Vec<Part::size> d =
        Part::coord(place(m_edges[e][1], coords)) - Part::coord(place(m_edges[e][0], coords));
    const double length = d.norm();
    const double atRest = e < rest.size() ? rest[e] : 0;
    m_gradients[e] = Gradient::ofEdge(d, length, atRest);
    out[e][0] = length - atRest;
    for (int end = 0; end < 2; ++end) {
      const auto& [state, point] = d_indexPairs.value()[m_edges[e][end]];
      typename SparseJacobian<In, Out>::Block block = SparseJacobian<In, Out>::Block::Zero();
      block.template leftCols<Part::size>() = (end == 0 ? -1 : 1) * m_gradients[e].direction.transpose();
      jacobians[state].add(e, point, block);
    }
  }
}

template <class In, class Out>
void DistanceMultiMapping<In, Out>::applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn,
                                             core::VecDerivId childForce) {
  const StiffnessFilter filter(d_geometricStiffness.value());
  if (filter.keepsNone() || !this->isValid()) return;
  const auto& f = this->l_output->derivs(childForce);
  const auto& states = this->of().states;
  const auto dx = [&](type::Index k) -> auto& { return states[k]->derivs(params.dx); };
  const auto df = [&](type::Index k) -> auto& { return states[k]->writeDerivs(dfIn); };
  for (std::size_t e = 0; e < std::min(f.size(), m_edges.size()); ++e) {
    if (!filter.keeps(f[e][0]) || !isThere(m_edges[e])) continue;
    const type::Index first = m_edges[e][0], second = m_edges[e][1];
    const type::Vec<Part::size> change =
        params.kFactor *
        (m_gradients[e].stiffness(f[e][0]) * (Part::deriv(place(first, dx)) - Part::deriv(place(second, dx))));
    Part::deriv(place(first, df)) += change;
    Part::deriv(place(second, df)) -= change;
  }
}

template <class In, class Out>
void DistanceMultiMapping<In, Out>::archive(core::Archive& archive) {
  if (archive.sizesDiffer()) {
    auto pairs = d_indexPairs.value();
    archive.io(pairs);
    if (archive.isLoading() && archive.isGood()) {
      d_indexPairs.set(std::move(pairs));
      init();
    }
  }
  Base::archive(archive);
  for (auto& gradient : m_gradients) {
    for (double& value : gradient.direction) archive.io(value);
    archive.io(gradient.inverseLength);
  }
}

template <class In, class Out>
void DistanceMultiMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->isValid()) return;
  const auto& states = this->of().states;
  m_mesh.draw(list, m_edges, [&](type::Index k) -> std::optional<type::Vec3> {
    const auto& [state, point] = d_indexPairs.value()[k];
    if (state >= states.size() || !states[state] || point >= states[state]->size()) return {};
    return In::position(states[state]->positions()[point]);
  });
}

namespace {
const auto registered = core::Register("DistanceMultiMapping", "Sofa.Component.Mapping.NonLinear",
                                       "lengths of edges between points of several states")
                            .add<DistanceMultiMapping<type::Vec3Types, type::Vec1Types>>(true)
                            .add<DistanceMultiMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
