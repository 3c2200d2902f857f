#include "Sofa/Component/SolidMechanics/TetrahedronFEMForceField.h"

#include "Sofa/Component/SolidMechanics/TetraStress.h"
#include "Sofa/Core/Archive.h"
#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::solidmechanics {
namespace {

/// The six tetrahedra of a hexahedron whose diagonals agree with its neighbours': it is mirrored along each axis by
/// turns.
void splitHexahedron(type::Hexahedron h, bool swapX, bool swapY, bool swapZ,
                     std::vector<type::Tetrahedron>& tetrahedra) {
  constexpr int xEdges[4][2] = {{0, 1}, {4, 5}, {3, 2}, {7, 6}}, yEdges[4][2] = {{4, 7}, {5, 6}, {1, 2}, {0, 3}},
                zEdges[4][2] = {{4, 0}, {5, 1}, {6, 2}, {7, 3}};
  const auto mirror = [&h](const int(&edges)[4][2]) {
    for (const auto& e : edges) std::swap(h[e[0]], h[e[1]]);
  };
  if (swapX) mirror(xEdges);
  if (swapY) mirror(yEdges);
  if (swapZ) mirror(zEdges);
  constexpr int nodes[6][4] = {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}};
  for (const auto& n : nodes) tetrahedra.emplace_back(h[n[0]], h[n[1]], h[n[2]], h[n[3]]);
}

}  // namespace

void TetrahedronFEMForceField::init() {
  if (!initElastic()) return;
  if (topology()->tetrahedra().empty() && topology()->hexahedra().empty()) {
    error("The topology {} has neither tetrahedra nor hexahedra.", topology()->path());
    setInvalid();
    return;
  }
  const int stress = d_computeVonMisesStress.value();
  if (stress < 0 || stress > 2) {
    error("computeVonMisesStress is {}; it must be 0, 1 or 2.", stress);
    setInvalid();
    return;
  }
  d_initialPoints.set(mstate()->restPositions());
  if (stress != 0 || d_updateStiffness.value()) d_listening.set(true);
  trackData(d_youngModulus);
  trackData(d_poissonRatio);
  setValid();
  initElements();
  if (stress == 1 && m_frame == fem::TetraFrame::none) {
    error("computeVonMisesStress=\"1\" needs a corotational method; with method=\"small\" use 2.");
    setInvalid();
  }
}

bool TetrahedronFEMForceField::readMethod() {
  using fem::TetraFrame;
  const std::string& method = d_method.value();
  if (method == "small")
    m_frame = TetraFrame::none;
  else if (method == "polar")
    m_frame = TetraFrame::edges;
  else if (method == "svd")
    m_frame = TetraFrame::edgesOrStable;
  else
    m_frame = TetraFrame::nodes;
  return m_frame != TetraFrame::nodes || method == "large";
}

std::vector<type::Tetrahedron> TetrahedronFEMForceField::elements() const {
  if (!topology()->tetrahedra().empty()) return topology()->tetrahedra();
  std::size_t nx = 2, ny = 1;
  if (const auto* grid = topology()->regularGrid()) {
    nx = static_cast<std::size_t>(std::max(1, grid->n[0] - 1));
    ny = static_cast<std::size_t>(std::max(1, grid->n[1] - 1));
  }
  std::vector<type::Tetrahedron> result;
  const auto& hexahedra = topology()->hexahedra();
  for (std::size_t i = 0; i < hexahedra.size(); ++i)
    splitHexahedron(hexahedra[i], i % nx % 2 == 0, i / nx % ny % 2 == 1, i / (nx * ny) % 2 == 1, result);
  return result;
}

void TetrahedronFEMForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  if (!readMethod()) error("The method \"{}\" is none of small, large, polar, svd; large is used.", d_method.value());
  checkModuli();
  const auto tetrahedra = elements();
  if (!checkIndices(tetrahedra, "Tetrahedron")) return;
  fem::TetraSolid::Options options;
  options.frame = m_frame;
  if (d_updateStiffnessMatrix.value())
    options.update = m_frame == fem::TetraFrame::nodes ? fem::TetraUpdate::partial : fem::TetraUpdate::current;
  options.plasticity = {d_plasticMaxThreshold.value(), d_plasticYieldThreshold.value(), d_plasticCreep.value()};
  m_solid.init(tetrahedra, d_initialPoints.value(),
               lameCoefficients(tetrahedra.size(), 3, d_localStiffnessFactor.value()), options);
}

void TetrahedronFEMForceField::handleEvent(core::Event& event) {
  if (!isValid()) return;
  if (core::eventAs<core::AnimateBeginEvent>(event) && d_updateStiffness.value() && tracker().anyChanged()) {
    updateTrackedData();
    initElements();
  }
  if (core::eventAs<core::AnimateEndEvent>(event) && d_computeVonMisesStress.value() != 0) m_stressOutput.setDirty();
}

void TetrahedronFEMForceField::archive(core::Archive& archive) {
  auto strains = m_solid.plasticStrains();
  const std::size_t size = strains.size();
  archive.io(strains);
  if (!archive.isLoading()) return;
  if (archive.isGood() && strains.size() == size)
    m_solid.setPlasticStrains(strains);
  else
    archive.fail();
}

void TetrahedronFEMForceField::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                        const VecDeriv&) {
  if (!isValid()) return;
  if (topologyChanged()) {
    d_initialPoints.set(mstate()->restPositions());
    initElements();
    if (!isValid()) return;
  }
  const bool plastic = d_plasticMaxThreshold.value() > 0;
  const bool linearised = m_frame == fem::TetraFrame::none || m_frame == fem::TetraFrame::nodes;
  if (d_computeGlobalMatrix.value() && (plastic || !linearised)) {
    info("computeGlobalMatrix adds no force with method {}{}.", d_method.value(), plastic ? " and plasticity" : "");
    m_unused.assign(x.size(), type::Vec3::Zero());  // the tangent follows the deformation all the same
    m_solid.addForce(x, m_unused);
    return;
  }
  m_solid.addForce(x, f);
}

void TetrahedronFEMForceField::addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx,
                                         double kFactor) {
  if (isValid()) m_solid.addDForce(dx, df, kFactor);
}

void TetrahedronFEMForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) { addStiffnessOf(m_solid, *matrix); }

double TetrahedronFEMForceField::potentialEnergy(const core::MechanicalParams& params) const {
  return isValid() && mstate() ? m_solid.energy(mstate()->coords(params.x)) : 0;
}

void TetrahedronFEMForceField::nodeRotations(std::vector<type::Mat3>& rotations) const {
  if (m_frame == fem::TetraFrame::none) warning("The method small knows no rotations; the identity is used.");
  rotations.resize(mstate() ? mstate()->size() : 0);
  m_solid.nodeRotations(rotations);
}

void TetrahedronFEMForceField::computeVonMises() {
  const bool green = d_computeVonMisesStress.value() == 2;
  const auto& x = mstate()->positions();
  const auto& rest = d_initialPoints.value();
  const auto& factors = d_localStiffnessFactor.value();
  const std::size_t count = m_solid.elementCount();
  Reals stresses(count);
  for (std::size_t e = 0; e < count; ++e) {
    const double factor = factors.empty() ? 1 : factors[e * factors.size() / count];
    const type::Mat3 strain = green ? greenStrain(m_solid.element(e), x, rest)
                                    : corotationalStrain(m_solid.element(e), x, rest, m_solid.rotation(e));
    stresses[e] = vonMises(stress(fem::lame(factor * youngModulus(e), poissonRatio(e)), strain));
  }
  d_vonMisesPerNode.set(meanAroundNodes(m_solid, stresses, x.size()));
  d_vonMisesPerElement.set(std::move(stresses));
}

namespace {
const auto registered = core::Register("TetrahedronFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear tetrahedra")
                            .add<TetrahedronFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
