#include "Sofa/Component/Mapping/DistanceFromTargetMapping.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::init() {
  if (!this->l_input || !this->l_output) return;
  if (checkData()) {
    m_points = d_indices.value();
    this->l_output->resize(m_points.size());
    m_gradients.resize(m_points.size());
    this->setValid();
  } else {
    this->setInvalid();
  }
  Base::init();
}

template <class In, class Out>
bool DistanceFromTargetMapping<In, Out>::checkData() const {
  const auto& indices = d_indices.value();
  const std::size_t points = this->l_input->size(), targets = d_targetPositions.value().size();
  if (indices.size() != targets) {
    this->error("{} indices for {} targetPositions: each point needs one target, so nothing is mapped.", indices.size(),
                targets);
    return false;
  }
  for (const type::Index i : indices)
    if (i >= points) {
      this->error("indices: there is no point {}, {} has {}. Nothing is mapped.", i, this->l_input->path(), points);
      return false;
    }
  if (indices.empty()) this->warning("indices is empty, so nothing is mapped: name points and their targetPositions.");
  const std::size_t lengths = d_restLengths.value().size();
  if (lengths != 0 && lengths != indices.size())
    this->warning("restLengths has {} entries for {} points: missing ones are 0.", lengths, indices.size());
  return true;
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  constexpr double smallest = 1e-10;
  const auto& rest = d_restLengths.value();
  const InVecCoord& targets = d_targetPositions.value();
  if (std::ranges::any_of(m_points, [&](type::Index i) { return i >= in.size(); }) ||
      targets.size() < m_points.size()) {
    this->error("{} or targetPositions have become shorter: nothing is mapped any more.", this->l_input->path());
    m_points.clear();
  }
  if (out.size() < m_points.size()) out.resize(m_points.size());
  for (std::size_t k = 0; k < m_points.size(); ++k) {
    const type::Vec<Part::size> d = Part::coord(in[m_points[k]]) - Part::coord(targets[k]);
    const double length = d.norm();
    if (length < smallest)
      m_gradients[k] = {type::Vec<Part::size>::UnitX(), 0};
    else
      m_gradients[k] = {d / length, 1 / length};
    out[k][0] = length - (k < rest.size() ? rest[k] : 0);
  }
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  for (std::size_t k = 0; k < m_points.size(); ++k)
    out[k][0] = m_gradients[k].direction.dot(Part::deriv(in[m_points[k]]));
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  for (std::size_t k = 0; k < m_points.size(); ++k)
    Part::deriv(in[m_points[k]]) += m_gradients[k].direction * out[k][0];
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn,
                                                  core::VecDerivId childForce) {
  const StiffnessFilter filter(d_geometricStiffness.value());
  if (filter.keepsNone() || !this->l_input || !this->l_output) return;
  const OutVecDeriv& f = this->l_output->derivs(childForce);
  const InVecDeriv& dx = this->l_input->derivs(params.dx);
  InVecDeriv& df = this->l_input->writeDerivs(dfIn);
  if (f.size() < m_points.size()) return;
  for (std::size_t k = 0; k < m_points.size(); ++k) {
    if (!filter.keeps(f[k][0])) continue;
    const type::Index i = m_points[k];
    Part::deriv(df[i]) += params.kFactor * (m_gradients[k].stiffness(f[k][0]) * Part::deriv(dx[i]));
  }
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::buildJacobian(core::JacobianMatrix* jacobian) {
  const auto j = jacobian->block(this->l_output.get(), this->l_input.get());
  for (std::size_t k = 0; k < m_points.size(); ++k)
    j(static_cast<int>(k), In::derivSize * static_cast<int>(m_points[k])) += m_gradients[k].direction.transpose();
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix* matrix,
                                                                       core::VecDerivId childForce) {
  const StiffnessFilter filter(d_geometricStiffness.value());
  if (filter.keepsNone() || !this->l_input || !this->l_output) return;
  const OutVecDeriv& f = this->l_output->derivs(childForce);
  if (f.size() < m_points.size()) return;
  const auto* state = this->l_input.get();
  const auto dfdx = matrix->getMappingDerivativeIn(state).withRespectToPositionsIn(state);
  // Terms that are left out stay in the sequence as zeros, so that the pattern lasts while forces change their signs.
  for (std::size_t k = 0; k < m_points.size(); ++k) {
    const int place = In::derivSize * static_cast<int>(m_points[k]);
    dfdx(place, place) += m_gradients[k].stiffness(filter.keeps(f[k][0]) ? f[k][0] : 0);
  }
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::archive(core::Archive& archive) {
  const std::size_t count = m_gradients.size();
  archive.io(m_gradients);
  if (m_gradients.size() == count) return;
  archive.fail();
  m_gradients.resize(count);
}

template <class In, class Out>
void DistanceFromTargetMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !list.shows(type::DisplayFlags::MechanicalMappings)) return;
  const double radius = d_showObjectScale.value();
  const auto style = radius > 0 ? core::SegmentStyle::arrow : core::SegmentStyle::line;
  const InVecCoord &x = this->l_input->positions(), &targets = d_targetPositions.value();
  for (std::size_t k = 0; k < std::min(m_points.size(), targets.size()); ++k)
    if (m_points[k] < x.size())
      core::drawSegment(list, style, In::position(targets[k]), In::position(x[m_points[k]]), radius,
                        d_showColor.value());
}

namespace {
const auto registered = core::Register("DistanceFromTargetMapping", "Sofa.Component.Mapping.NonLinear",
                                       "distances of points to places in space")
                            .add<DistanceFromTargetMapping<type::Vec3Types, type::Vec1Types>>()
                            .add<DistanceFromTargetMapping<type::Vec1Types, type::Vec1Types>>()
                            .add<DistanceFromTargetMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
