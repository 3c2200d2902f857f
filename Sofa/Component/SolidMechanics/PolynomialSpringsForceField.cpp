// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/PolynomialSpringsForceField.h"

#include <numeric>

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

void PolynomialSpringsForceField::init() {
  Base::init();
  if (!isValid()) return;
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_firstPoints, &d_secondPoints, &d_polynomialStiffness, &d_polynomialDegree, &d_zeroLength})
    trackData(*data);
  core::readAtInit(*this, {&d_computeZeroLength});
  setValid();
}

/// The lengths are those of the step that first computed forces.
void PolynomialSpringsForceField::archive(core::Archive& archive) {
  bool isMade = m_isMade;
  auto lengths = m_lengths;
  archive.io(isMade);
  archive.io(lengths);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (isMade && l_object1 && l_object2) {
    m_isMade = false;
    prepare(l_object1->size(), l_object2->size());
  }
  m_isMade = isMade;
  if (lengths.size() == m_lengths.size()) m_lengths = std::move(lengths);
}

bool PolynomialSpringsForceField::prepare(std::size_t size1, std::size_t size2) {
  const std::array sizes{size1, size2};
  if (isValid() && (!m_isMade || (d_recomputeIndices.value() && sizes != m_sizes))) {
    m_isMade = true;
    m_sizes = sizes;
    makeSprings(size1, size2);
  }
  return isValid();
}

void PolynomialSpringsForceField::makeSprings(std::size_t size1, std::size_t size2) {
  const auto listed = [](const Indices& given, std::size_t size) {
    if (!given.empty()) return given;
    Indices all(size);
    std::iota(all.begin(), all.end(), type::Index{0});
    return all;
  };
  m_first = listed(d_firstPoints.value(), size1);
  m_second = listed(d_secondPoints.value(), size2);
  std::string problem = m_polynomials.set(d_polynomialStiffness.value(), d_polynomialDegree.value(), m_first.size());
  if (m_first.size() != m_second.size())
    problem =
        fmt::format("{} points in firstObjectPoints for {} in secondObjectPoints", m_first.size(), m_second.size());
  if (problem.empty()) return setLengths();
  error("{}: there are no springs.", problem);
  m_first.clear();
  setInvalid();
}

void PolynomialSpringsForceField::setLengths() {
  const auto& given = d_zeroLength.value();
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  m_lengths.assign(m_first.size(), 0);
  for (std::size_t i = 0; i < m_first.size(); ++i) {
    if (d_computeZeroLength.value() != 1 && !given.empty())
      m_lengths[i] = given[i < given.size() ? i : 0];
    else if (m_first[i] < x1.size() && m_second[i] < x2.size())
      m_lengths[i] = (x2[m_second[i]] - x1[m_first[i]]).norm();
    if (m_lengths[i] > 0) continue;
    error("Spring {} has no length at rest, so its strain is undefined: set computeZeroLength=\"0\" and zeroLength.",
          i);
    m_first.clear();
    return setInvalid();
  }
}

auto PolynomialSpringsForceField::force(std::size_t i, const Coord& x1, const Coord& x2, const Deriv&,
                                        const Deriv&) const -> Deriv {
  const Vec3 u = x2 - x1;
  const double length = u.norm(), rest = m_lengths[i];
  const bool isShort = length < rest;
  if (!(length > 0) || (isShort && !d_compressible.value())) return Deriv::Zero();
  const double force = m_polynomials.value(i, std::abs(length - rest) / rest);
  return (isShort ? -force : force) / length * u;
}

auto PolynomialSpringsForceField::stiffness(std::size_t i, const Coord& x1, const Coord& x2, const Deriv&,
                                            const Deriv&) const -> Block {
  const Vec3 u = x2 - x1;
  const double length = u.norm(), rest = m_lengths[i];
  if (!(length > 0)) return Block::Zero();
  const Vec3 n = u / length;
  const double strain = std::abs(length - rest) / rest, transverse = m_polynomials.value(i, strain) / length;
  return (m_polynomials.derivative(i, strain) / rest - transverse) * n * n.transpose() + transverse * Block::Identity();
}

double PolynomialSpringsForceField::energy(std::size_t i, const Coord& x1, const Coord& x2) const {
  const double length = (x2 - x1).norm(), rest = m_lengths[i];
  if (length < rest && !d_compressible.value()) return 0;
  return rest * m_polynomials.integral(i, std::abs(length - rest) / rest);
}

void PolynomialSpringsForceField::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !isValid() || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  const auto style = static_cast<core::SegmentStyle>(std::clamp(d_drawMode.value(), 0, 2));
  static thread_local std::vector<Vec3> middles;
  middles.clear();
  for (std::size_t i = 0; i < m_first.size(); ++i) {
    if (m_first[i] >= x1.size() || m_second[i] >= x2.size()) continue;
    const Vec3 &from = x1[m_first[i]], &to = x2[m_second[i]];
    core::drawSegment(list, style, from, to, d_showArrowSize.value(), d_springColor.value());
    middles.push_back((from + to) / 2);
  }
  if (d_showIndicesScale.value() > 0)
    core::drawNumbers(list, middles, d_showIndicesScale.value(), d_springColor.value());
}

namespace {
const auto registered = core::Register("PolynomialSpringsForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs whose force is a polynomial of the strain")
                            .add<PolynomialSpringsForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
