// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TriangularAnisotropicFEMForceField.h"

#include <numbers>

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/FiniteElement/Rotation.h"

namespace sofa::component::solidmechanics {

using type::Vec3;

fem::PlaneLaw<double> fiberLaw(double alongModulus, double acrossModulus, double nu, double c, double s) {
  const double common = 1 - nu * nu * acrossModulus / alongModulus;
  const double q11 = alongModulus / common, q22 = acrossModulus / common, q12 = nu * acrossModulus / common;
  const double q66 = alongModulus / (2 * (1 + nu));
  const double c2 = c * c, s2 = s * s, both = c2 * s2, fourth = c2 * c2 + s2 * s2;
  const double first = q11 - q12 - 2 * q66, second = q12 - q22 + 2 * q66;
  return {{q11 * c2 * c2 + 2 * (q12 + 2 * q66) * both + q22 * s2 * s2, (q11 + q22 - 4 * q66) * both + q12 * fourth,
           (first * c2 + second * s2) * c * s, q11 * s2 * s2 + 2 * (q12 + 2 * q66) * both + q22 * c2 * c2,
           (first * s2 + second * c2) * c * s, (q11 + q22 - 2 * q12 - 2 * q66) * both + q66 * fourth}};
}

void TriangularAnisotropicFEMForceField::init() {
  for (const core::BaseData* data :
       {static_cast<const core::BaseData*>(&d_transverseYoungModulus),
        static_cast<const core::BaseData*>(&d_fiberAngle), static_cast<const core::BaseData*>(&d_fiberCenter)})
    trackData(*data);
  TriangularFEMForceField::init();
}

void TriangularAnisotropicFEMForceField::checkTransverse() {
  auto& moduli = d_transverseYoungModulus;
  const auto isBad = [](double e) { return !(e > 0); };
  if (moduli.value().empty()) {
    warning("transverseYoungModulus is empty; 1000 is used.");
    moduli.set({1000});
  }
  if (std::ranges::none_of(moduli.value(), isBad)) return;
  warning("transverseYoungModulus must be larger than 0; values that are not are replaced by 1000.");
  std::ranges::replace_if(moduli.edit(), isBad, 1000);
}

Vec3 TriangularAnisotropicFEMForceField::fiberOf(const type::Triangle& triangle) const {
  const VecCoord& rest = restShape();
  const Vec3 &a = rest[triangle[0]], &b = rest[triangle[1]], &c = rest[triangle[2]];
  const double angle = d_fiberAngle.value() * std::numbers::pi / 180;
  const Vec3 direction = d_fiberCenter.value().empty()
                             ? Vec3(std::cos(angle), std::sin(angle), 0)
                             : Vec3(Vec3::UnitY().cross(d_fiberCenter.value()[0] - (a + b + c) / 3));
  Vec3 local = rule().turns ? Vec3(fem::frameOfAxes(Vec3(b - a), Vec3(c - a)) * direction) : direction;
  local.z() = 0;
  // Fibres at right angles to a triangle have no direction in it: it is stiff along its edge 01.
  return local.norm() > fem::nullLimit * direction.norm() ? Vec3(local.normalized()) : Vec3(Vec3::UnitX());
}

std::vector<fem::TriangleMaterial> TriangularAnisotropicFEMForceField::materials(std::size_t count) const {
  const auto& across = d_transverseYoungModulus.value();
  std::vector<fem::TriangleMaterial> result;
  for (std::size_t e = 0; e < count; ++e) {
    const Vec3& fiber = d_localFiberDirection.value()[e];
    result.push_back({fiberLaw(youngModulus(e), e < across.size() ? across[e] : across.front(), poissonRatio(e),
                               fiber.x(), fiber.y())});
  }
  return result;
}

void TriangularAnisotropicFEMForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  checkTransverse();
  const auto& elements = triangles();
  if (!checkIndices(elements, "Triangle")) return;
  auto& fibers = d_localFiberDirection.edit();
  fibers.clear();
  for (const auto& triangle : elements) fibers.push_back(fiberOf(triangle));
  TriangularFEMForceField::initElements();
}

void TriangularAnisotropicFEMForceField::draw(core::DrawList& list) const {
  TriangularFEMForceField::draw(list);
  if (!d_showFiber.value() || !mstate() || !isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = mstate()->positions();
  const auto& fibers = d_localFiberDirection.value();
  for (std::size_t e = 0; e < std::min(fibers.size(), m_kernel.elementCount()); ++e) {
    const auto& t = m_kernel.element(e);
    if (std::max({t[0], t[1], t[2]}) >= x.size()) continue;
    const Vec3 ab = x[t[1]] - x[t[0]], ac = x[t[2]] - x[t[0]];
    const Vec3 middle = x[t[0]] + (ab + ac) / 3;
    const Vec3 along = fem::frameOfAxes(ab, ac).transpose() * fibers[e];
    const double half = std::sqrt(ab.cross(ac).norm()) / 4;
    list.line(middle - half * along, middle + half * along, 1, {1, 1, 0, 1});
  }
}

namespace {
const auto registeredAnisotropic =
    core::Register("TriangularAnisotropicFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                   "corotational linear triangles with fibres")
        .add<TriangularAnisotropicFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
