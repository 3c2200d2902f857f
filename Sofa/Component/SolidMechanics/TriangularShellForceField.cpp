#include "Sofa/Component/SolidMechanics/TriangularShellForceField.h"

#include "Sofa/Component/SolidMechanics/TetraStress.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

void TriangularShellForceField::init() {
  if (!initElastic()) return;
  if (topology()->triangles().empty()) {
    error("The topology {} has no triangles: a shell is made of them (Quad2TriangleTopologicalMapping cuts quads).",
          topology()->path());
    return setInvalid();
  }
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_youngModulus, &d_poissonRatio, &d_thickness, &d_drilling, &d_symmetricTangent})
    trackData(*data);
  setValid();
  initElements();
}

bool TriangularShellForceField::checkSection(std::size_t count) {
  const auto& thickness = d_thickness.value();
  const bool isThick = (thickness.size() == 1 || thickness.size() >= count) &&
                       std::ranges::all_of(thickness, [](double t) { return t > 0; });
  const bool drills = d_drilling.value() > 0 && d_drilling.value() <= 1;
  if (isThick && drills) return true;
  if (!isThick)
    error("thickness \"{}\" must be positive, one for all or one for each of the {} triangles.", d_thickness.text(),
          count);
  else
    error("drilling is {}: it must be above 0 and at most 1.", d_drilling.value());
  setInvalid();
  return false;
}

void TriangularShellForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  checkModuli();
  const auto& triangles = topology()->triangles();
  if (!checkIndices(triangles, "Triangle") || !checkSection(triangles.size())) return;
  const VecCoord& rest = mstate()->restPositions();
  std::vector<type::Vec3> corners;
  for (const Coord& frame : rest) corners.push_back(frame.center);
  if (!checkAreas(triangles, corners)) return;
  const auto& thickness = d_thickness.value();
  std::vector<fem::ShellMaterial> materials;
  for (std::size_t e = 0; e < triangles.size(); ++e)
    materials.push_back(
        {youngModulus(e), poissonRatio(e), thickness[thickness.size() > 1 ? e : 0], d_drilling.value()});
  m_kernel.init(triangles, rest, materials,
                d_symmetricTangent.value() ? fem::ShellTangent::symmetric : fem::ShellTangent::exact);
}

void TriangularShellForceField::computeStress() {
  if (!mstate() || !isValid()) return;
  const VecCoord& x = mstate()->positions();
  std::array<std::vector<type::Vec6>, 2> faces;
  std::vector<double> equivalents;
  // A state that was resized is read before the elements are made anew.
  for (std::size_t e = 0; e < m_kernel.elementCount() && *std::ranges::max_element(m_kernel.element(e)) < x.size();
       ++e) {
    double equivalent = 0;
    const auto stress = m_kernel.faceStress(x, e);
    for (std::size_t i = 0; i < 2; ++i) {
      const type::Mat3& s = stress[i];
      faces[i].push_back((type::Vec6() << s.diagonal(), s(0, 1), s(1, 2), s(0, 2)).finished());
      equivalent = std::max(equivalent, vonMises(s));
    }
    equivalents.push_back(equivalent);
  }
  d_stressTop.set(std::move(faces[0]));
  d_stressBottom.set(std::move(faces[1]));
  d_vonMises.set(std::move(equivalents));
}

void TriangularShellForceField::draw(core::DrawList& list) const {
  if (!mstate() || !topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  static thread_local core::DrawnPoints drawn;
  core::drawElements(list, topology()->triangles(), drawn.of(mstate()), 0);
}

namespace {
const auto registered = core::Register("TriangularShellForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "thin shells of flat triangles between frames, which stretch and bend")
                            .add<TriangularShellForceField>();
}  // namespace

}  // namespace sofa::component::solidmechanics
