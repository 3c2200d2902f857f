#include "Sofa/Component/Mapping/DistanceMapping.h"

#include "Sofa/Component/Mapping/CoordDistance.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void DistanceMapping<In, Out>::init() {
  if (!this->l_input || !this->l_output) return;
  if (readEdges()) {
    this->l_output->resize(m_edges.size());
    m_gradients.resize(m_edges.size());
    fitRestLengths();
    this->setValid();
  } else {
    m_edges.clear();
    m_pointCount = 0;
    this->setInvalid();
  }
  Base::init();
}

template <class In, class Out>
bool DistanceMapping<In, Out>::readEdges() {
  if (!l_topology) {
    l_topology.set(core::meshTopology(*this->context()));
    if (l_topology) this->warning("topology is not given: the edges of {} are taken.", l_topology->path());
  }
  if (!l_topology) {
    this->error("No topology found: add a mesh with edges (such as EdgeSetTopologyContainer) and set 'topology'.");
    return false;
  }
  m_edges = l_topology->edges();
  if (m_edges.empty()) {
    this->error("No topology component containing edges found at path: {}. Give that mesh edges.", l_topology->path());
    return false;
  }
  const std::size_t points = this->l_input->size();
  m_pointCount = 0;
  for (std::size_t e = 0; e < m_edges.size(); ++e)
    for (const type::Index i : m_edges[e]) {
      m_pointCount = std::max<std::size_t>(m_pointCount, i + std::size_t{1});
      if (i < points) continue;
      this->error("Edge {} of {} ends at point {}, but {} has {} points: nothing is mapped.", e, l_topology->path(), i,
                  this->l_input->path(), points);
      return false;
    }
  return true;
}

template <class In, class Out>
void DistanceMapping<In, Out>::fitRestLengths() {
  if (d_restLengths.value().size() == m_edges.size()) return;
  if (d_restLengths.isSet() && !d_restLengths.value().empty())
    this->warning("restLengths has {} entries for {} edges: {} are used.", d_restLengths.value().size(), m_edges.size(),
                  d_computeDistance.value() ? "zeros" : "the lengths at initialisation");
  const InVecCoord& x = this->l_input->positions();
  std::vector<double> lengths(m_edges.size(), 0.0);
  if (!d_computeDistance.value())
    for (std::size_t e = 0; e < m_edges.size(); ++e) lengths[e] = coordDistance(x[m_edges[e][0]], x[m_edges[e][1]]);
  d_restLengths.set(std::move(lengths));
}

template <class In, class Out>
void DistanceMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if (in.size() < m_pointCount) {
    this->error("{} now has {} points, but edges need {}: nothing is mapped any more.", this->l_input->path(),
                in.size(), m_pointCount);
    m_edges.clear();
    m_pointCount = 0;
  }
  const auto& rest = d_restLengths.value();
  if (out.size() < m_edges.size()) out.resize(m_edges.size());
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    const type::Vec<Part::size> d = Part::coord(in[m_edges[e][1]]) - Part::coord(in[m_edges[e][0]]);
    const double length = d.norm();
    if (length > std::numeric_limits<double>::epsilon())
      m_gradients[e] = {d / length, 1 / length};
    else
      m_gradients[e] = {type::Vec<Part::size>::Constant(1 / std::sqrt(double(Part::size))), 0};
    out[e][0] = length - (e < rest.size() ? rest[e] : 0);
  }
}

template <class In, class Out>
void DistanceMapping<In, Out>::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  for (std::size_t e = 0; e < m_edges.size(); ++e)
    out[e][0] = m_gradients[e].direction.dot(Part::deriv(in[m_edges[e][1]]) - Part::deriv(in[m_edges[e][0]]));
}

template <class In, class Out>
void DistanceMapping<In, Out>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    const type::Vec<Part::size> f = m_gradients[e].direction * out[e][0];
    Part::deriv(in[m_edges[e][0]]) -= f;
    Part::deriv(in[m_edges[e][1]]) += f;
  }
}

template <class In, class Out>
void DistanceMapping<In, Out>::applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn,
                                        core::VecDerivId childForce) {
  const StiffnessFilter filter(d_geometricStiffness.value());
  if (filter.keepsNone() || !this->isValid() || !this->l_input || !this->l_output) return;
  const OutVecDeriv& f = this->l_output->derivs(childForce);
  const InVecDeriv& dx = this->l_input->derivs(params.dx);
  InVecDeriv& df = this->l_input->writeDerivs(dfIn);
  if (f.size() < m_edges.size()) return;
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    if (!filter.keeps(f[e][0])) continue;
    const type::Index first = m_edges[e][0], second = m_edges[e][1];
    const type::Vec<Part::size> change =
        params.kFactor * (m_gradients[e].stiffness(f[e][0]) * (Part::deriv(dx[first]) - Part::deriv(dx[second])));
    Part::deriv(df[first]) += change;
    Part::deriv(df[second]) -= change;
  }
}

template <class In, class Out>
void DistanceMapping<In, Out>::buildJacobian(core::JacobianMatrix* jacobian) {
  const auto j = jacobian->block(this->l_output.get(), this->l_input.get());
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    const auto u = m_gradients[e].direction.transpose();
    const int row = static_cast<int>(e);
    j(row, In::derivSize * static_cast<int>(m_edges[e][0])) += -u;
    j(row, In::derivSize * static_cast<int>(m_edges[e][1])) += u;
  }
}

template <class In, class Out>
void DistanceMapping<In, Out>::buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix* matrix,
                                                             core::VecDerivId childForce) {
  const StiffnessFilter filter(d_geometricStiffness.value());
  if (filter.keepsNone() || !this->isValid() || !this->l_input || !this->l_output) return;
  const OutVecDeriv& f = this->l_output->derivs(childForce);
  if (f.size() < m_edges.size()) return;
  const auto* state = this->l_input.get();
  const auto dfdx = matrix->getMappingDerivativeIn(state).withRespectToPositionsIn(state);
  // Terms that are left out stay in the sequence as zeros, so that the pattern lasts while forces change their signs.
  for (std::size_t e = 0; e < m_edges.size(); ++e) {
    const type::Mat<Part::size> b = m_gradients[e].stiffness(filter.keeps(f[e][0]) ? f[e][0] : 0);
    const int first = In::derivSize * static_cast<int>(m_edges[e][0]),
              second = In::derivSize * static_cast<int>(m_edges[e][1]);
    dfdx(first, first) += b;
    dfdx(first, second) -= b;
    dfdx(second, first) -= b;
    dfdx(second, second) += b;
  }
}

template <class In, class Out>
void DistanceMapping<In, Out>::archive(core::Archive& archive) {
  const std::size_t count = m_gradients.size();
  archive.io(m_gradients);
  if (m_gradients.size() == count) return;
  archive.fail();
  m_gradients.resize(count);
}

template <class In, class Out>
void DistanceMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !list.shows(type::DisplayFlags::MechanicalMappings)) return;
  const double radius = d_showObjectScale.value();
  const auto style = radius > 0 ? core::SegmentStyle::cylinder : core::SegmentStyle::line;
  const InVecCoord& x = this->l_input->positions();
  for (const type::Edge& e : m_edges)
    if (core::namesOnly(e, x.size()))
      core::drawSegment(list, style, In::position(x[e[0]]), In::position(x[e[1]]), radius, d_showColor.value());
}

namespace {
const auto registered =
    core::Register("DistanceMapping", "Sofa.Component.Mapping.NonLinear", "lengths of the edges of a mesh")
        .add<DistanceMapping<type::Vec3Types, type::Vec1Types>>()
        .add<DistanceMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
