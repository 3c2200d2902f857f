// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/QuadBendingFEMForceField.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void QuadBendingFEMForceField::init() {
  if (!initMesh()) return;
  if (topology()->quads().empty()) warning("The topology {} has no quads.", topology()->path());
  if (d_rayleighStiffness.value() != 0)
    warning("In SOFA v26.06 rayleighStiffness has no effect in products: set that of the integrator.");
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_poissonRatio, &d_youngModulus, &d_thickness})
    trackData(*data);
  setValid();
  initElements();
}

bool QuadBendingFEMForceField::checkMaterial() {
  const Reals &young = d_youngModulus.value(), &poisson = d_poissonRatio.value();
  const auto isYoung = [](double e) { return e >= 0; };
  const auto isPoisson = [](double nu) { return nu > -1 && nu < 1; };
  if (!young.empty() && !poisson.empty() && d_thickness.value() >= 0 && std::ranges::all_of(young, isYoung) &&
      std::ranges::all_of(poisson, isPoisson))
    return true;
  error("youngModulus \"{}\" and thickness {} must not be negative, poissonRatio \"{}\" lies between -1 and 1.",
        d_youngModulus.text(), d_thickness.value(), d_poissonRatio.text());
  setInvalid();
  return false;
}

void QuadBendingFEMForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  const auto& quads = topology()->quads();
  if (!checkMaterial() || !checkIndices(quads, "Quad")) return;
  const auto of = [](const Reals& values, std::size_t e) { return values[e < values.size() ? e : 0]; };
  std::vector<fem::QuadPlateKernel::Material> materials;
  for (std::size_t e = 0; e < quads.size(); ++e)
    materials.push_back({of(d_youngModulus.value(), e), of(d_poissonRatio.value(), e), d_thickness.value()});
  m_kernel.init(quads, mstate()->restPositions(), materials);
}

void QuadBendingFEMForceField::accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) {
  if (mstate()) addDForce(params, mstate()->writeDerivs(df), mstate()->derivs(params.dx), params.kFactor);
}

void QuadBendingFEMForceField::draw(core::DrawList& list) const {
  if (!mstate() || !topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  core::drawElements(list, topology()->quads(), mstate()->positions(), 0);
}

namespace {
const auto registered = core::Register("QuadBendingFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "plates along the world's x and y axes, of small displacements")
                            .add<QuadBendingFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
