// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/SolidBodyForceField.h"

#include "Sofa/Component/MechanicalLoad/LoadEnergy.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Contract/SolidElements.h"
#include "Sofa/FiniteElement/LinearElement.h"

namespace sofa::component::mechanicalload {

template <class DataTypes, class Element>
void SolidBodyForceField<DataTypes, Element>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (!core::requireMesh(*this, l_topology, {.such = "QuadraticMeshTopology"})) return;
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{&d_force, &d_forces, &d_thickness})
    this->trackData(*data);
  makeLoads();
  if (core::elementsOf<Element>(*l_topology).empty())
    this->warning("The mesh {} has no elements of kind {}: nothing is loaded.", l_topology->path(),
                  fem::ReferenceElement<Element>::name);
}

template <class DataTypes, class Element>
bool SolidBodyForceField<DataTypes, Element>::topologyChanged(const core::MeshChanges&) {
  makeLoads();
  return true;
}

template <class DataTypes, class Element>
void SolidBodyForceField<DataTypes, Element>::makeLoads() {
  m_loads.clear();
  if (!this->isValid() || !this->mstate()) return;
  const std::size_t size = this->mstate()->size(), given = d_forces.value().size();
  if (given && given != size)
    return this->error(
        "forces has {} values, but the state {} has {} points: nothing is loaded. Give one for each, or none.", given,
        this->mstate()->path(), size);
  m_loads.resize(size, VecDeriv::value_type::Zero());
  auto atPoints = d_forces.value();
  atPoints.resize(size, type::Vec3::Zero());
  for (type::Vec3& b : atPoints) b += d_force.value();
  for (const Element& element : core::elementsOf<Element>(*l_topology))
    if (*std::ranges::max_element(element) < size) addElement(element, atPoints);  // the elements' force field tells
}

template <class DataTypes, class Element>
void SolidBodyForceField<DataTypes, Element>::addElement(const Element& element,
                                                         const std::vector<type::Vec3>& atPoints) {
  using Reference = fem::ReferenceElement<Element>;
  const auto& rest = this->mstate()->restPositions();
  fem::ElementPoints<Element, dimension> x;
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = rest[element[n]];
  const double thickness = dimension == 2 ? d_thickness.value() : 1;
  for (const auto& q : fem::loadQuadrature<Element>()) {
    const auto shape = Reference::shape(q.at);
    Vector force = Vector::Zero();
    for (std::size_t n = 0; n < x.size(); ++n)
      force += shape[static_cast<int>(n)] * atPoints[element[n]].template head<dimension>();
    force *= q.weight * thickness * fem::measure(fem::jacobian<Element, dimension>(x, Reference::gradient(q.at)));
    for (std::size_t n = 0; n < x.size(); ++n) m_loads[element[n]] += shape[static_cast<int>(n)] * force;
  }
}

template <class DataTypes, class Element>
void SolidBodyForceField<DataTypes, Element>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord&,
                                                       const VecDeriv&) {
  for (std::size_t i = 0; i < std::min(f.size(), m_loads.size()); ++i) f[i] += m_loads[i];
}

template <class DataTypes, class Element>
std::optional<double> SolidBodyForceField<DataTypes, Element>::potentialEnergy(const core::MechanicalParams& params) {
  if (m_loads.empty()) return 0;
  const VecCoord& x = this->mstate()->coords(params.x);
  double energy = 0;
  for (std::size_t i = 0; i < std::min(x.size(), m_loads.size()); ++i)
    energy += *loadEnergy<DataTypes>(m_loads[i], x[i]);
  return energy;
}

namespace {
const auto registered = core::addForSolids<SolidBodyForceField>(
    core::Register("SolidBodyForceField", "Sofa.Component.MechanicalLoad",
                   "forces per volume on solid elements, the same everywhere or a field"));
}  // namespace

}  // namespace sofa::component::mechanicalload
