// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/PolynomialRestShapeSpringsForceField.h"

#include <numeric>

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

void PolynomialRestShapeSpringsForceField::init() {
  ForceField::init();
  if (!isValid()) return;
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_points, &d_externalPoints, &d_polynomialStiffness, &d_polynomialDegree, &d_initialLength})
    trackData(*data);
}

void PolynomialRestShapeSpringsForceField::bwdInit() {
  if (!isValid()) return;
  if (l_restState.isGiven() && !l_restState) {
    error("external_rest_shape=\"{}\" does not name a state of type Vec3d.", l_restState.text());
    return setInvalid();
  }
  makeSprings();
}

auto PolynomialRestShapeSpringsForceField::targets() const -> const VecCoord& {
  return l_restState ? l_restState->positions() : mstate()->restPositions();
}

void PolynomialRestShapeSpringsForceField::makeSprings() {
  if (!l_mstate) return;
  m_sizes = {mstate()->size(), targets().size()};
  const auto listed = [](const Indices& given, std::size_t size) {
    if (!given.empty()) return given;
    Indices all(size);
    std::iota(all.begin(), all.end(), type::Index{0});
    return all;
  };
  m_points = listed(d_points.value(), m_sizes[0]);
  m_targets = !d_externalPoints.value().empty() || d_points.value().empty()
                  ? listed(d_externalPoints.value(), m_sizes[1])
                  : m_points;
  std::string problem = m_polynomials.set(d_polynomialStiffness.value(), d_polynomialDegree.value(), m_points.size());
  if (m_points.size() != m_targets.size())
    problem = fmt::format("{} points for {} targets", m_points.size(), m_targets.size());
  for (std::size_t i = 0; i < std::min(m_points.size(), m_targets.size()) && problem.empty(); ++i)
    if (m_points[i] >= m_sizes[0] || m_targets[i] >= m_sizes[1])
      problem = fmt::format("point {} with target {} does not exist, there are {} points and {} targets", m_points[i],
                            m_targets[i], m_sizes[0], m_sizes[1]);
  for (const double length : d_initialLength.value())
    if (!(length > 0)) problem = fmt::format("initialLength must be positive, not {}", length);
  m_tangents.clear();
  setValid();
  if (problem.empty()) return;
  error("{}: no spring acts.", problem);
  m_points.clear();
  setInvalid();
}

bool PolynomialRestShapeSpringsForceField::prepare() {
  if (isValid() && l_mstate && d_recomputeIndices.value() && m_sizes != std::array{mstate()->size(), targets().size()})
    makeSprings();
  return isValid() && l_mstate;
}

double PolynomialRestShapeSpringsForceField::length(std::size_t spring) const {
  const auto& lengths = d_initialLength.value();
  return lengths.empty() ? 1 : lengths[spring < lengths.size() ? spring : 0];
}

template <class Visit>
void PolynomialRestShapeSpringsForceField::forEachSpring(const VecCoord& x, const Visit& visit) const {
  const VecCoord& targets = this->targets();
  for (std::size_t i = 0; i < m_points.size(); ++i)
    if (m_points[i] < x.size() && m_targets[i] < targets.size())
      visit(i, m_points[i], Vec3(x[m_points[i]] - targets[m_targets[i]]));
}

void PolynomialRestShapeSpringsForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                    const VecDeriv&) {
  if (!prepare()) return;
  forEachSpring(x, [&](std::size_t i, type::Index point, const Vec3& e) {
    const double square = e.squaredNorm(), w = std::exp(d_smoothShift.value() - d_smoothScale.value() * square);
    f[point] -= m_polynomials.value(i, std::sqrt(square) / length(i)) / std::sqrt(square + w) * e;
  });
}

void PolynomialRestShapeSpringsForceField::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&,
                                                     core::Linearisation kind) {
  if (!prepare()) return m_tangents.clear();
  m_tangents.assign(m_points.size(), Vec3::Zero());
  forEachSpring(x, [&](std::size_t i, type::Index, const Vec3& e) {
    const double square = e.squaredNorm(), unit = length(i), s = std::sqrt(square) / unit;
    const double scale = d_smoothScale.value(), w = std::exp(d_smoothShift.value() - scale * square);
    const double slope = m_polynomials.derivative(i, s) / unit, distance = std::sqrt(square + w);
    // At the target w may be too small for a double: then the limit is that of P / |e|, P'(0) / initialLength.
    const double secant = distance > 0 ? m_polynomials.value(i, s) / distance : slope;
    const Vec3 d = distance > 0 ? Vec3(e / distance) : Vec3(Vec3::Zero());
    m_tangents[i] = -((slope - secant) * (1 - scale * w) * d.cwiseProduct(d) + Vec3::Constant(secant));
    if (kind == core::Linearisation::positiveDefinite) m_tangents[i] = m_tangents[i].cwiseMin(0.0);
  });
}

void PolynomialRestShapeSpringsForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                                     double kFactor) {
  for (std::size_t i = 0; i < std::min(m_tangents.size(), m_points.size()); ++i)
    if (m_points[i] < dx.size()) df[m_points[i]] += kFactor * m_tangents[i].cwiseProduct(dx[m_points[i]]);
}

void PolynomialRestShapeSpringsForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = mstate();
  if (!state) return;
  const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
  for (std::size_t i = 0; i < std::min(m_tangents.size(), m_points.size()); ++i)
    dfdx(3 * static_cast<int>(m_points[i]), 3 * static_cast<int>(m_points[i])) +=
        type::Mat<3>(m_tangents[i].asDiagonal());
}

void PolynomialRestShapeSpringsForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !d_drawSpring.value() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  forEachSpring(x, [&](std::size_t, type::Index point, const Vec3& e) {
    list.line(x[point], x[point] - e, 1, d_springColor.value());
  });
  static thread_local std::vector<Vec3> places;
  places.clear();
  for (const type::Index point : m_points)
    if (point < x.size()) places.push_back(x[point]);
  if (d_showIndicesScale.value() > 0)
    core::drawNumbers(list, places, d_showIndicesScale.value(), d_springColor.value());
}

namespace {
const auto registered = core::Register("PolynomialRestShapeSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs to the rest shape whose force is a polynomial of the distance")
                            .add<PolynomialRestShapeSpringsForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
