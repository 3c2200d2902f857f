// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/VectorSpringForceField.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void VectorSpringForceField::init() {
  Base::init();
  if (!isValid()) return;
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_springs, &d_stiffness, &d_viscosity})
    trackData(*data);
  core::readAtInit(*this, {&d_useTopology});
  if (!d_useTopology.value()) return;
  core::requireMesh(*this, l_topology, {.kind = "mesh for the springs (useTopology)"});
}

/// Springs that are not listed keep their vectors at rest.
void VectorSpringForceField::dataChanged() {
  const auto& given = d_springs.value();
  for (std::size_t i = 0; i < m_springs.size(); ++i)
    if (i < given.size())
      m_springs[i] = given[i];
    else
      m_springs[i].head<2>() << d_stiffness.value(), d_viscosity.value();
}

void VectorSpringForceField::bwdInit() {
  if (!isValid() || !l_object1 || !l_object2) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  m_ends.clear();
  if (d_useTopology.value())
    m_ends = l_topology->edges();
  else
    for (type::Index i = 0; i < std::min(x1.size(), x2.size()); ++i) m_ends.push_back({i, i});
  const auto& given = d_springs.value();
  if (given.size() > m_ends.size())
    warning("springs holds {} entries for {} springs: those beyond are not used.", given.size(), m_ends.size());
  m_springs.clear();
  for (std::size_t i = 0; i < m_ends.size(); ++i) {
    VectorSpring s;
    s << d_stiffness.value(), d_viscosity.value(), type::Vec3::Zero();
    if (d_useTopology.value() && m_ends[i][0] < x1.size() && m_ends[i][1] < x2.size())
      s.tail<3>() = x2[m_ends[i][1]] - x1[m_ends[i][0]];
    m_springs.push_back(i < given.size() ? given[i] : s);
  }
}

auto VectorSpringForceField::force(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1,
                                   const Deriv& v2) const -> Deriv {
  const VectorSpring& s = m_springs[i];
  return s[0] * (x2 - x1 - s.tail<3>()) + s[1] * (v2 - v1);
}

auto VectorSpringForceField::stiffness(std::size_t i, const Coord&, const Coord&, const Deriv&, const Deriv&) const
    -> Block {
  return m_springs[i][0] * Block::Identity();
}

double VectorSpringForceField::energy(std::size_t i, const Coord& x1, const Coord& x2) const {
  return 0.5 * m_springs[i][0] * (x2 - x1 - m_springs[i].tail<3>()).squaredNorm();
}

bool VectorSpringForceField::isConservative() const {
  return std::ranges::all_of(m_springs, [](const VectorSpring& s) { return s[1] == 0; });
}

void VectorSpringForceField::draw(core::DrawList& list) const {
  if (!l_object1 || !l_object2 || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const VecCoord &x1 = l_object1->positions(), &x2 = l_object2->positions();
  for (const type::Edge& s : m_ends)
    if (s[0] < x1.size() && s[1] < x2.size()) list.line(x1[s[0]], x2[s[1]], 1, {1, 0, 0, 1});
}

namespace {
const auto registered = core::Register("VectorSpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs with a rest vector instead of a rest length")
                            .ignores("filename", "list the springs in the attribute springs, or use a topology")
                            .add<VectorSpringForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
