// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/BeamFEMForceField.h"

#include <numeric>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

void BeamFEMForceField::init() {
  if (!initElastic()) return;
  if (topology()->edges().empty()) {
    error("The topology {} has no edges: each beam is an edge.", topology()->path());
    setInvalid();
    return;
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_youngModulus, &d_poissonRatio, &d_radius, &d_radiusInner, &d_listSegment})
    trackData(*data);
  setValid();
  initBeams();
}

bool BeamFEMForceField::checkSection() {
  if (d_radius.value() > 0 && d_radiusInner.value() >= 0 && d_radiusInner.value() < d_radius.value()) return true;
  error("radius is {} and radiusInner {}: the radius must be positive, and the inner one at least 0 and smaller.",
        d_radius.value(), d_radiusInner.value());
  return false;
}

std::vector<type::Index> BeamFEMForceField::segments() const {
  const auto& list = d_listSegment.value();
  const std::size_t count = topology()->edges().size();
  const auto beyond = std::ranges::find_if(list, [&](type::Index e) { return e >= count; });
  if (!list.empty() && beyond == list.end()) return list;
  if (!list.empty())
    warning("listSegment names edge {}, but {} has {}: all edges are beams.", *beyond, topology()->path(), count);
  std::vector<type::Index> all(count);
  std::iota(all.begin(), all.end(), type::Index{0});
  return all;
}

bool BeamFEMForceField::addBeam(type::Index edge) {
  const auto& ends = topology()->edges()[edge];
  const auto &a = mstate()->restPositions()[ends[0]], &b = mstate()->restPositions()[ends[1]];
  const fem::BeamSection section{youngModulus(edge), poissonRatio(edge), d_radius.value(), d_radiusInner.value(),
                                 (b.center - a.center).norm()};
  if (!(section.length > 0)) {
    error("Edge {} of {} has no length at rest: its points {} and {} are at the same place.", edge, topology()->path(),
          ends[0], ends[1]);
    return false;
  }
  d_beamsData.edit().push_back(section);
  m_ends.push_back(ends);
  m_beams.push_back(
      {fem::BeamStiffness(section), fem::CorotationalBeam(a, b), type::toMatrix(a.orientation.normalized())});
  return true;
}

void BeamFEMForceField::initBeams() {
  if (!mstate() || !topology() || !isValid()) return;
  m_beams.clear();
  m_ends.clear();
  d_beamsData.edit().clear();
  bool usable = checkSection() && checkIndices(topology()->edges(), "Edge");
  if (usable)
    for (const type::Index edge : segments()) usable = usable && addBeam(edge);
  m_forces.resize(m_beams.size());
  if (!usable) setInvalid();
}

template <class Body>
void BeamFEMForceField::accumulate(VecDeriv& f, const Body& body) {
  helper::parallelChunks(m_beams.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) m_forces[e] = body(m_ends[e], m_beams[e]);
  });
  for (std::size_t e = 0; e < m_beams.size(); ++e) {
    f[m_ends[e][0]] += m_forces[e].first;
    f[m_ends[e][1]] += m_forces[e].second;
  }
}

bool BeamFEMForceField::prepare() {
  if (isValid() && meshChanged()) initBeams();
  return isValid();
}

void BeamFEMForceField::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&,
                                  core::Linearisation) {
  if (!prepare()) return;
  for (std::size_t e = 0; e < m_beams.size(); ++e)
    m_beams[e].rotation = type::toMatrix(x[m_ends[e][0]].orientation.normalized());
}

void BeamFEMForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) {
  if (!prepare()) return;
  accumulate(f, [&](const type::Edge& ends, const Beam& beam) {
    const auto &a = x[ends[0]], &b = x[ends[1]];
    const auto d = beam.frame.displacement(a, b);
    const EndForces local = beam.stiffness.forces(d.translation, d.rotation);
    const auto world = [&](const type::Vec6& force) {
      type::Vec6 turned;
      turned << type::rotate(a.orientation, force.head<3>()), type::rotate(a.orientation, force.tail<3>());
      return type::Vec6(-turned);
    };
    return EndForces{world(local.first), world(local.second)};
  });
}

std::optional<double> BeamFEMForceField::potentialEnergy(const core::MechanicalParams& params) {
  if (!prepare() || !mstate()) return 0;
  const auto& x = mstate()->coords(params.x);
  double energy = 0;
  for (std::size_t e = 0; e < m_beams.size(); ++e) {
    const auto d = m_beams[e].frame.displacement(x[m_ends[e][0]], x[m_ends[e][1]]);
    const auto second = m_beams[e].stiffness.forces(d.translation, d.rotation).second;
    energy += 0.5 * (second.head<3>().dot(d.translation) + second.tail<3>().dot(d.rotation));
  }
  return energy;
}

void BeamFEMForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) {
  if (!isValid()) return;
  accumulate(df, [&](const type::Edge& ends, const Beam& beam) {
    using Parts = type::Mat<3, 4>;  // translation and rotation of both ends
    Parts d;
    d << dx[ends[0]].head<3>(), dx[ends[0]].tail<3>(), dx[ends[1]].head<3>(), dx[ends[1]].tail<3>();
    const Parts local = beam.rotation.transpose() * d;
    const fem::Vec12 product = beam.stiffness.product(fem::Vec12(local.data()));
    const Parts world = (-kFactor * beam.rotation) * Parts(product.data());
    return EndForces{type::Vec6(world.data()), type::Vec6(world.data() + 6)};
  });
}

void BeamFEMForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!isValid()) return;
  matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate()).addElements<2, 6>(
      m_ends, [&](std::size_t e, fem::Mat12& k) {
        k = -fem::beamWorldStiffness(m_beams[e].stiffness.matrix(), m_beams[e].rotation);
      });
}

void BeamFEMForceField::draw(core::DrawList& list) const {
  if (!mstate() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr type::Color red{1, 0, 0, 1}, green{0, 1, 0, 1}, blue{0, 0, 1, 1};
  const auto& x = mstate()->positions();
  const auto& sections = d_beamsData.value();
  for (std::size_t e = 0; e < std::min(m_ends.size(), sections.size()); ++e) {
    if (m_ends[e][0] >= x.size() || m_ends[e][1] >= x.size()) continue;
    const auto &a = x[m_ends[e][0]], &b = x[m_ends[e][1]];
    const Vec3 middle = (a.center + b.center) / 2;
    const auto axis = [&](int i, double length) {
      return Vec3(type::rotate(a.orientation, Vec3(length * Vec3::Unit(i))));
    };
    const Vec3 half = axis(0, sections[e].length / 2);
    list.line(middle - half, middle + half, 1, red);
    list.line(middle, middle + axis(1, sections[e].radius / 2), 1, green);
    list.line(middle, middle + axis(2, sections[e].radius / 2), 1, blue);
  }
}

namespace {
const auto registered =
    core::Register("BeamFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic", "elastic beams between frames")
        .add<BeamFEMForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
