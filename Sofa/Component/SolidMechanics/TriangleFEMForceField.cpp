// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangleFEMForceField.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void TriangleFEMForceField::init() {
  if (!initElastic()) return;
  if (topology()->triangles().empty() && topology()->quads().empty()) {
    error("The topology {} has neither triangles nor quads: add one to the scene, or set topology.",
          topology()->path());
    return setInvalid();
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_initialPoints, &d_method, &d_thickness, &d_planeStrain, &d_restGradients})
    trackData(*data);
  start();
}

const std::vector<type::Triangle>& TriangleFEMForceField::triangles() {
  if (!topology()->triangles().empty()) return topology()->triangles();
  m_cutQuads.clear();
  for (const type::Quad& q : topology()->quads()) {
    m_cutQuads.emplace_back(q[0], q[1], q[2]);
    m_cutQuads.emplace_back(q[0], q[2], q[3]);
  }
  return m_cutQuads;
}

auto TriangleFEMForceField::restShape() const -> const VecCoord& {
  return d_initialPoints.value().empty() ? mstate()->restPositions() : d_initialPoints.value();
}

fem::TriangleRule TriangleFEMForceField::rule() const {
  using Gradients = fem::TriangleRule::Gradients;
  const bool turns = !d_method.value().is("small");
  if (d_restGradients.value()) return {turns, Gradients::rest};
  return {turns, turns ? Gradients::current : Gradients::currentAlongX};
}

std::vector<fem::TriangleMaterial> TriangleFEMForceField::materials(std::size_t count) const {
  std::vector<fem::TriangleMaterial> result;
  for (const fem::Lame& l : lameCoefficients(count, d_planeStrain.value() ? 3 : 2))
    result.push_back({fem::planeLaw(l), d_thickness.value()});
  return result;
}

void TriangleFEMForceField::initElements() {
  const auto& given = d_initialPoints.value();
  if (isValid() && mstate() && !given.empty() && given.size() < mstate()->restPositions().size()) {
    error("initialPoints has {} positions for the {} points of {}: give one for each, or none.", given.size(),
          mstate()->restPositions().size(), mstate()->path());
    return setInvalid();
  }
  TriangleForceField::initElements();
}

namespace {
const auto registered = core::Register("TriangleFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear triangles of some thickness")
                            .add<TriangleFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
