// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/ShellForceField.h"

#include "Sofa/Component/SolidMechanics/TetraStress.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/FiniteElement/ReferenceElement.h"
#include "Sofa/FiniteElement/ShellQuad.h"

namespace sofa::component::solidmechanics {
namespace {

template <class Element>
struct ShellText {
  static constexpr const char *many = "triangles", *remedy = "Quad2TriangleTopologicalMapping cuts quads";
};
template <>
struct ShellText<type::Quad> {
  static constexpr const char *many = "quads", *remedy = "TriangularShellForceField takes triangles";
};

}  // namespace

template <class Element>
void ShellForceField<Element>::init() {
  if (!this->initElastic()) return;
  if (elements().empty()) {
    this->error("The topology {} has no {}: this shell is made of them ({}).", this->topology()->path(),
                ShellText<Element>::many, ShellText<Element>::remedy);
    return this->setInvalid();
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &this->d_youngModulus, &this->d_poissonRatio, &d_thickness, &d_drilling, &d_symmetricTangent})
    this->trackData(*data);
  this->setValid();
  initElements();
}

template <class Element>
bool ShellForceField<Element>::checkSection(std::size_t count) {
  const auto& thickness = d_thickness.value();
  const bool isThick = (thickness.size() == 1 || thickness.size() >= count) &&
                       std::ranges::all_of(thickness, [](double t) { return t > 0; });
  const bool drills = d_drilling.value() > 0 && d_drilling.value() <= 1;
  if (isThick && drills) return true;
  if (!isThick)
    this->error("thickness \"{}\" must be positive, one for all or one for each of the {} {}.", d_thickness.text(),
                count, ShellText<Element>::many);
  else
    this->error("drilling is {}: it must be above 0 and at most 1.", d_drilling.value());
  this->setInvalid();
  return false;
}

template <class Element>
bool ShellForceField<Element>::checkShapes(const std::vector<type::Vec3>& rest) {
  if constexpr (std::is_same_v<Element, type::Triangle>) {
    return this->checkAreas(elements(), rest);
  } else {
    for (std::size_t e = 0; e < elements().size(); ++e) {
      const type::Quad& q = elements()[e];
      const auto corner = fem::reflexCorner({rest[q[0]], rest[q[1]], rest[q[2]], rest[q[3]]});
      if (!corner) continue;
      this->error(
          "Quad {} of {}, points {}, is not convex at point {} at rest: its stiffness is undefined. Cut it into "
          "triangles or move its points.",
          e, this->topology()->path(), type::toText(q), q[*corner]);
      this->setInvalid();
      return false;
    }
    return true;
  }
}

template <class Element>
void ShellForceField<Element>::initElements() {
  if (!this->mstate() || !this->topology() || !this->isValid()) return;
  this->checkModuli();
  const auto& list = elements();
  if (!this->checkIndices(list, fem::ReferenceElement<Element>::name) || !checkSection(list.size())) return;
  const VecCoord& rest = this->mstate()->restPositions();
  std::vector<type::Vec3> corners;
  for (const Coord& frame : rest) corners.push_back(frame.center);
  if (!checkShapes(corners)) return;
  const auto& thickness = d_thickness.value();
  std::vector<fem::ShellMaterial> materials;
  for (std::size_t e = 0; e < list.size(); ++e)
    materials.push_back(
        {this->youngModulus(e), this->poissonRatio(e), thickness[thickness.size() > 1 ? e : 0], d_drilling.value()});
  this->m_kernel.init(list, rest, materials,
                      d_symmetricTangent.value() ? fem::ShellTangent::symmetric : fem::ShellTangent::exact);
}

template <class Element>
void ShellForceField<Element>::computeStress() {
  if (!this->mstate() || !this->isValid()) return;
  const VecCoord& x = this->mstate()->positions();
  std::array<std::vector<type::Vec6>, 2> faces;
  std::vector<double> equivalents;
  // A state that was resized is read before the elements are made anew.
  const auto& kernel = this->m_kernel;
  for (std::size_t e = 0; e < kernel.elementCount() && *std::ranges::max_element(kernel.element(e)) < x.size(); ++e) {
    double equivalent = 0;
    const auto stress = kernel.faceStress(x, e);
    for (std::size_t i = 0; i < 2; ++i) {
      const type::Mat3& s = stress[i];
      faces[i].push_back((type::Vec6() << s.diagonal(), s(0, 1), s(1, 2), s(0, 2)).finished());
      equivalent = std::max(equivalent, vonMises(s, this->youngModulus(e)));
    }
    equivalents.push_back(equivalent);
  }
  d_stressTop.set(std::move(faces[0]));
  d_stressBottom.set(std::move(faces[1]));
  d_vonMises.set(std::move(equivalents));
}

template <class Element>
void ShellForceField<Element>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  static thread_local core::DrawnPoints drawn;
  core::drawElements(list, elements(), drawn.of(this->mstate()), 0);
}

template class ShellForceField<type::Triangle>;
template class ShellForceField<type::Quad>;

namespace {
const auto registered = core::Register("TriangularShellForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "thin shells of flat triangles between frames, which stretch and bend")
                            .add<TriangularShellForceField>();
const auto registeredQuads = core::Register("QuadShellForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                            "thin shells of quads between frames, which stretch and bend")
                                 .add<QuadShellForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
