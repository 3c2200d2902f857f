#include "Sofa/Component/SolidMechanics/SurfaceSpringForceField.h"

#include "Sofa/Component/SolidMechanics/SpringMatrix.h"
#include "Sofa/Core/Contract/DrawList.h"

namespace sofa::component::solidmechanics {

void SurfaceSpringForceField::init() {
  if (!initMesh()) return;
  if (const char* problem = problemOf(*topology())) {
    error("{} {}: add one to the scene, or set topology.", topology()->path(), problem);
    return setInvalid();
  }
  for (const auto* data : {&d_stiffness, &d_damping}) {
    if (data->value() < 0) warning("{} is negative: {}. The springs gain energy.", data->name(), data->value());
    trackData(*data);
  }
  makeSprings();
}

void SurfaceSpringForceField::makeSprings() {
  const VecCoord& rest = mstate()->restPositions();
  m_kernel.clear();
  if (!checkIndices(topology()->triangles(), "Triangle") || !checkIndices(topology()->quads(), "Quad")) return;
  const auto springs = ends(*topology());
  m_kernel.reserve(springs.size());
  for (const type::Edge& s : springs)
    m_kernel.add({s[0], s[1], d_stiffness.value(), d_damping.value(), (rest[s[1]] - rest[s[0]]).norm()});
}

bool SurfaceSpringForceField::prepare() {
  if (isValid() && meshChanged()) makeSprings();
  return isValid() && mstate();
}

void SurfaceSpringForceField::dataChanged() {
  if (isValid()) makeSprings();
}

void SurfaceSpringForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                       const VecDeriv& v) {
  if (prepare()) m_kernel.addForce(f, f, x, x, v, v);
}

void SurfaceSpringForceField::linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv& v,
                                        core::Linearisation kind) {
  if (prepare()) m_kernel.linearise(x, x, v, v, kind == core::Linearisation::positiveDefinite);
}

void SurfaceSpringForceField::addForceAndLinearise(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                   const VecDeriv& v, core::Linearisation kind) {
  if (prepare()) m_kernel.addForceAndLinearise(f, f, x, x, v, v, kind == core::Linearisation::positiveDefinite);
}

void SurfaceSpringForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                        double kFactor) {
  if (isValid()) m_kernel.addDForce(df, df, dx, dx, kFactor);
}

void SurfaceSpringForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto* state = mstate();
  if (isValid() && state)
    addSpringMatrices(matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state), m_kernel, m_kernel.size());
}

std::optional<double> SurfaceSpringForceField::potentialEnergy(const core::MechanicalParams& params) {
  if (!prepare()) return 0;
  const VecCoord& x = mstate()->coords(params.x);
  return m_kernel.energy(x, x);
}

void SurfaceSpringForceField::draw(core::DrawList& list) const {
  if (!mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr type::Color compressed{1, 0, 0, 1}, stretched{0, 1, 0, 1};
  const VecCoord& x = mstate()->positions();
  for (std::size_t i = 0; i < m_kernel.size(); ++i) {
    const auto s = m_kernel.spring(i);
    if (std::max(s.first, s.second) >= x.size()) continue;
    const type::Vec3 &from = x[s.first], &to = x[s.second];
    list.line(from, to, 1, (to - from).norm() < s.restLength ? compressed : stretched);
  }
}

}  // namespace sofa::component::solidmechanics
