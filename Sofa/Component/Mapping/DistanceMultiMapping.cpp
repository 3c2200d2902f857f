#include "Sofa/Component/Mapping/DistanceMultiMapping.h"

#include "Sofa/Component/Mapping/CoordDistance.h"
#include "Sofa/Component/Mapping/MeasureMapping.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void DistanceMultiMapping<In, Out>::init() {
  this->setValid();
  m_edges.clear();
  if (this->l_output && readEdges()) {
    this->l_output->resize(m_edges.size());
    m_gradients.resize(m_edges.size());
    std::vector<double> lengths = d_restLengths.value();
    if (lengths.size() != m_edges.size()) {
      if (!lengths.empty())
        this->warning("restLengths has {} entries for {} edges: {} are used.", lengths.size(), m_edges.size(),
                      d_computeDistance.value() ? "zeros" : "the lengths at initialisation");
      lengths.assign(m_edges.size(), 0.0);
      const auto positions = [&](type::Index k) -> auto& { return this->of().states[k]->positions(); };
      if (!d_computeDistance.value())
        for (std::size_t e = 0; e < m_edges.size(); ++e)
          lengths[e] = coordDistance(place(m_edges[e][0], positions), place(m_edges[e][1], positions));
      d_restLengths.set(std::move(lengths));
    }
  } else {
    this->setInvalid();
  }
  Base::init();
}

template <class In, class Out>
bool DistanceMultiMapping<In, Out>::readEdges() {
  const auto& states = this->of().states;
  const auto& pairs = d_indexPairs.value();
  for (const auto& [state, point] : pairs)
    if (state >= states.size() || !states[state] || point >= states[state]->size()) {
      this->error("indexPairs: there is no point {} of input {}: nothing is mapped.", point, state);
      return false;
    }
  const auto* mesh = measuredMesh(*this, l_topology);
  return mesh && takeElements(*this, *mesh, "edges", mesh->edges(), pairs.size(), m_edges);
}

template <class In, class Out>
void DistanceMultiMapping<In, Out>::apply(OutVecCoord& out, core::VecCoordId in) {
  auto& [states, jacobians] = this->of();
  const auto& rest = d_restLengths.value();
  const auto coords = [&](type::Index k) -> auto& { return states[k]->coords(in); };
  this->resizeOutput(out, m_edges.size());
  for (auto& jacobian : jacobians) jacobian.clear();
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    const type::Vec<Part::size> d =
        Part::coord(place(m_edges[e][1], coords)) - Part::coord(place(m_edges[e][0], coords));
    const double length = d.norm();
    if (length > std::numeric_limits<double>::epsilon())
      m_gradients[e] = {d / length, 1 / length};
    else
      m_gradients[e] = {type::Vec<Part::size>::Constant(1 / std::sqrt(double(Part::size))), 0};
    out[e][0] = length - (e < rest.size() ? rest[e] : 0);
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
    if (!filter.keeps(f[e][0])) continue;
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
  Base::archive(archive);
  for (auto& gradient : m_gradients) {
    for (double& value : gradient.direction) archive.io(value);
    archive.io(gradient.inverseLength);
  }
}

template <class In, class Out>
void DistanceMultiMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->isValid() || !list.shows(type::DisplayFlags::MechanicalMappings)) return;
  const double radius = d_showObjectScale.value();
  const auto style = radius > 0 ? core::SegmentStyle::cylinder : core::SegmentStyle::line;
  const auto& states = this->of().states;
  const auto positions = [&](type::Index k) -> auto& { return states[k]->positions(); };
  const auto exists = [&](type::Index k) {
    const auto& [state, point] = d_indexPairs.value()[k];
    return state < states.size() && states[state] && point < states[state]->size();
  };
  for (const type::Edge& e : m_edges)
    if (exists(e[0]) && exists(e[1]))
      core::drawSegment(list, style, In::position(place(e[0], positions)), In::position(place(e[1], positions)), radius,
                        d_showColor.value());
}

namespace {
const auto registered = core::Register("DistanceMultiMapping", "Sofa.Component.Mapping.NonLinear",
                                       "lengths of edges between points of several states")
                            .add<DistanceMultiMapping<type::Vec3Types, type::Vec1Types>>(true)
                            .add<DistanceMultiMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
