// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/DistanceGridForceField.h"

#include "Sofa/Component/MechanicalLoad/CrossMatrix.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/ValueText.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using core::MechanicalParams;
using type::Index;
using type::Vec3;

void DistanceGridForceField::parseExtra(core::ComponentDescription& description) {
  ForceField::parseExtra(description);
  if (!description.has("stiffness")) return;
  for (auto* data : {&d_stiffnessIn, &d_stiffnessOut}) {
    if (data->isSet()) continue;
    if (const auto problem = core::readText(*data, description.get("stiffness")))
      core::tellTextProblem(*this, *problem);
  }
}

void DistanceGridForceField::init() {
  ForceField::init();
  if (!isValid()) return;
  m_grid = m_source.load();
  if (!m_grid) return setInvalid();
  m_toldProducts = m_toldElements = false;
  m_mesh = core::meshTopology(*context());
  choosePoints();
}

/// Chooses the points anew after a change of the mesh.
bool DistanceGridForceField::prepare() {
  if (!isValid() || !m_grid) return false;
  if (m_mesh && m_mesh->revision() != m_revision) choosePoints();
  return true;
}

void DistanceGridForceField::choosePoints() {
  const VecCoord& rest = mstate()->restPositions();
  m_points.clear();
  m_revision = m_mesh ? m_mesh->revision() : 0;
  const auto [first, last] = std::pair(d_localRange.value()[0], d_localRange.value()[1]);
  std::vector<bool> isChosen(rest.size(), true);
  const bool hasTriangles = m_mesh && !m_mesh->triangles().empty();
  if (d_stiffnessArea.value() != 0 && hasTriangles) {
    isChosen.assign(rest.size(), false);
    for (const auto& t : m_mesh->triangles()) {
      if (std::ranges::max(t) >= rest.size()) continue;
      for (const Index p : t) isChosen[p] = true;
      const Vec3 center = (rest[t[0]] + rest[t[1]] + rest[t[2]]) / 3;
      m_turned = m_source.slope(*m_grid, center).dot((rest[t[1]] - rest[t[0]]).cross(rest[t[2]] - rest[t[0]])) < 0;
    }
  } else if (d_stiffnessArea.value() != 0) {
    error(
        "stiffnessArea needs triangles: no topology with triangles is visible from this node. Set stiffnessArea to 0.");
  }
  for (std::size_t i = 0; i < isChosen.size(); ++i)
    if (isChosen[i] && (first < 0 || last < 0 || (i >= std::size_t(first) && i <= std::size_t(last))))
      m_points.push_back(static_cast<Index>(i));
}

template <class Visit>
void DistanceGridForceField::forEachContact(const VecCoord& x, const Visit& visit) const {
  for (const Index p : m_points) {
    if (p >= x.size()) continue;
    const double d = m_grid->distance(x[p]);
    const double stiffness = d > 0 ? d_stiffnessOut.value() : d_stiffnessIn.value();
    if (d == 0 || stiffness == 0 || std::abs(d) >= d_maxdist.value()) continue;
    visit(Contact{p, m_source.slope(*m_grid, x[p]), -stiffness * d, stiffness});
  }
}

template <class Visit>
void DistanceGridForceField::forEachTriangle(const VecCoord& x, const Visit& visit) const {
  if (d_stiffnessArea.value() == 0 || !m_mesh) return;
  for (const auto& t : m_mesh->triangles()) {
    if (std::ranges::max(t) >= x.size()) continue;
    const Vec3 gradient = m_source.slope(*m_grid, (x[t[0]] + x[t[1]] + x[t[2]]) / 3);
    if (gradient.isZero(0)) continue;
    const Vec3 b = x[t[1]] - x[t[0]], c = x[t[2]] - x[t[0]], s = (m_turned ? -1 : 1) * gradient.normalized();
    const double lack = d_minArea.value() - 0.5 * b.cross(c).dot(s);
    if (lack > 0) visit(OpenTriangle{t, s, b, c, lack});
  }
}

template <class Visit>
void DistanceGridForceField::forEachTetrahedron(const VecCoord& x, const Visit& visit) const {
  if (d_stiffnessVolume.value() == 0 || !m_mesh) return;
  for (const auto& t : m_mesh->tetrahedra()) {
    if (std::ranges::max(t) >= x.size()) continue;
    const std::array<Vec3, 3> sides{x[t[1]] - x[t[0]], x[t[2]] - x[t[0]], x[t[3]] - x[t[0]]};
    const double lack = d_minVolume.value() - sides[0].dot(sides[1].cross(sides[2])) / 6;
    if (lack > 0) visit(OpenTetrahedron{t, sides, lack});
  }
}

namespace {

/// Adds a force to each point of an element but the first, and to that what balances them.
template <class Element, std::size_t N>
void addBalanced(const Element& element, const std::array<Vec3, N>& forces, std::vector<Vec3>& f) {
  for (std::size_t k = 0; k < N; ++k) {
    f[element[k + 1]] += forces[k];
    f[element[0]] -= forces[k];
  }
}

}  // namespace

void DistanceGridForceField::addForce(const MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv& v) {
  if (!prepare()) return;
  forEachContact(x, [&](const Contact& c) {
    f[c.point] += c.force * c.gradient - std::abs(c.force) * d_damping.value() * v[c.point];
  });
  forEachTriangle(x, [&](const OpenTriangle& t) {
    const double e = d_stiffnessArea.value() * t.lack;
    addBalanced<type::Triangle, 2>(t.triangle, {e * t.side2.cross(t.direction), e * t.direction.cross(t.side1)}, f);
  });
  forEachTetrahedron(x, [&](const OpenTetrahedron& t) {
    const double e = d_stiffnessVolume.value() * t.lack / 6;
    const auto& [a, b, c] = t.sides;
    addBalanced<type::Tetrahedron, 3>(t.tetrahedron, {e * b.cross(c), e * c.cross(a), e * a.cross(b)}, f);
  });
}

void DistanceGridForceField::linearise(const MechanicalParams&, const VecCoord& x, const VecDeriv&,
                                       core::Linearisation) {
  m_contacts.clear();
  m_triangles.clear();
  m_tetrahedra.clear();
  if (!prepare()) return;
  forEachContact(x, [&](const Contact& contact) { m_contacts.push_back(contact); });
  forEachTriangle(x, [&](const OpenTriangle& triangle) { m_triangles.push_back(triangle); });
  forEachTetrahedron(x, [&](const OpenTetrahedron& tetrahedron) { m_tetrahedra.push_back(tetrahedron); });
}

void DistanceGridForceField::addDForce(const MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) {
  const bool isSofas = core::reproducesSofa(*this);
  if (isSofas && !m_contacts.empty() && !std::exchange(m_toldProducts, true))
    core::tellDefect(*this, "products with the tangent have the sign of the force of a contact, not of its stiffness",
                     "Take small steps, or a solver with a matrix");
  for (const Contact& c : m_contacts)
    if (c.point < dx.size())
      df[c.point] += kFactor * (isSofas ? c.force : -c.stiffness) * c.gradient.dot(dx[c.point]) * c.gradient;
  for (const OpenTriangle& t : m_triangles) {
    const auto& [p, q, r] = std::array{t.triangle[0], t.triangle[1], t.triangle[2]};
    if (std::max({p, q, r}) >= dx.size()) continue;
    const Vec3 db = dx[q] - dx[p], dc = dx[r] - dx[p], &s = t.direction;
    const Vec3 along1 = t.side2.cross(s), along2 = s.cross(t.side1);
    const double dArea = 0.5 * (along1.dot(db) + along2.dot(dc)), k = kFactor * d_stiffnessArea.value();
    addBalanced<type::Triangle, 2>(
        t.triangle, {k * (t.lack * dc.cross(s) - dArea * along1), k * (t.lack * s.cross(db) - dArea * along2)}, df);
  }
  for (const OpenTetrahedron& t : m_tetrahedra) {
    if (std::ranges::max(t.tetrahedron) >= dx.size()) continue;
    std::array<Vec3, 3> change, forces;
    for (std::size_t i = 0; i < 3; ++i) change[i] = dx[t.tetrahedron[i + 1]] - dx[t.tetrahedron[0]];
    double dVolume = 0;
    for (std::size_t i = 0; i < 3; ++i) dVolume += change[i].dot(t.sides[(i + 1) % 3].cross(t.sides[(i + 2) % 3])) / 6;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      const Vec3 turned = change[j].cross(t.sides[k]) + t.sides[j].cross(change[k]);
      forces[i] = kFactor * d_stiffnessVolume.value() / 6 * (t.lack * turned - dVolume * t.sides[j].cross(t.sides[k]));
    }
    addBalanced<type::Tetrahedron, 3>(t.tetrahedron, forces, df);
  }
}

namespace {

/// Adds the blocks of an element whose forces depend on the sides from its first point: `blocks` of the forces on the
/// others by their sides.
template <class Element, std::size_t N, class Add>
void addRelative(const Element& element, const std::array<std::array<type::Mat3, N>, N>& blocks, const Add& add) {
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) {
      add(element[i + 1], element[j + 1], blocks[i][j]);
      add(element[0], element[j + 1], type::Mat3(-blocks[i][j]));
      add(element[i + 1], element[0], type::Mat3(-blocks[i][j]));
      add(element[0], element[0], blocks[i][j]);
    }
}

}  // namespace

/// In SOFA v26.06 contacts alone, with a stiffness that has the size of their force.
void DistanceGridForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const bool isSofas = core::reproducesSofa(*this);
  const auto dfdx = matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate());
  const auto add = [&](Index row, Index column, const type::Mat3& block) {
    dfdx(3 * static_cast<int>(row), 3 * static_cast<int>(column)) += block;
  };
  for (const Contact& c : m_contacts)
    add(c.point, c.point, type::Mat3(-(isSofas ? c.force : c.stiffness) * c.gradient * c.gradient.transpose()));
  if (!isSofas) return addElements(add);
  if ((m_triangles.empty() && m_tetrahedra.empty()) || std::exchange(m_toldElements, true)) return;
  core::tellDefect(*this, "the assembled matrix leaves out the triangles and tetrahedra that are pushed open",
                   "Take small steps");
}

/// With dA = (a1 . dB + a2 . dC) / 2 and dV = sum n_i . d_i / 6 the derivatives of what addForce() adds.
template <class Add>
void DistanceGridForceField::addElements(const Add& add) const {
  for (const OpenTriangle& t : m_triangles) {
    const double k = d_stiffnessArea.value();
    const Vec3 a1 = t.side2.cross(t.direction), a2 = t.direction.cross(t.side1);
    const type::Mat3 turn = k * t.lack * crossMatrix(t.direction);
    const auto along = [&](const Vec3& a, const Vec3& b) { return type::Mat3(-k / 2 * a * b.transpose()); };
    addRelative<type::Triangle, 2>(
        t.triangle,
        {{{along(a1, a1), type::Mat3(along(a1, a2) - turn)}, {type::Mat3(along(a2, a1) + turn), along(a2, a2)}}}, add);
  }
  for (const OpenTetrahedron& t : m_tetrahedra) {
    const double k = d_stiffnessVolume.value() / 6;
    const auto& s = t.sides;
    const std::array<Vec3, 3> n{s[1].cross(s[2]), s[2].cross(s[0]), s[0].cross(s[1])};
    std::array<std::array<type::Mat3, 3>, 3> blocks;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) blocks[i][j] = -k / 6 * n[i] * n[j].transpose();
      const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
      blocks[i][j] -= k * t.lack * crossMatrix(s[l]);
      blocks[i][l] += k * t.lack * crossMatrix(s[j]);
    }
    addRelative<type::Tetrahedron, 3>(t.tetrahedron, blocks, add);
  }
}

void DistanceGridForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  if (d_draw.value()) list.points(m_grid->samples(), 3, d_color.value());
  if (!d_drawPoints.value()) return;
  forEachContact(mstate()->positions(), [&](const Contact& c) {
    list.point(mstate()->positions()[c.point], static_cast<float>(d_drawSize.value()), d_color.value());
  });
}

namespace {
const auto registered = core::Register("DistanceGridForceField", "SofaDistanceGrid",
                                       "holds points at a surface known by a grid of distances from it")
                            .add<DistanceGridForceField>();
}  // namespace

}  // namespace sofa::component::mechanicalload
