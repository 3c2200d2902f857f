// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TetrahedronFEMForceField.h"

#include <limits>
#include <map>

#include "Sofa/Component/SolidMechanics/TetraDrawing.h"
#include "Sofa/Component/SolidMechanics/TetraStress.h"
#include "Sofa/Core/Contract/GridSize.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

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
  if (stress != 0) d_listening.set(true);
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_youngModulus, &d_poissonRatio, &d_method, &d_localStiffnessFactor, &d_updateStiffnessMatrix,
           &d_plasticMaxThreshold, &d_plasticYieldThreshold, &d_plasticCreep, &d_initialPoints})
    trackData(*data);
  setValid();
  initElements();
  if (stress == 1 && m_frame == fem::TetraFrame::none) {
    error("computeVonMisesStress=\"1\" needs a corotational method; with method=\"small\" use 2.");
    setInvalid();
  }
}

core::Choice TetrahedronFEMForceField::colorMaps() {
  core::Choice maps(helper::ColorMap::schemes());
  maps.select("Blue to Red");
  return maps;
}

void TetrahedronFEMForceField::readMethod() {
  using fem::TetraFrame;
  const core::Choice& method = d_method.value();
  m_frame = method.is("small")   ? TetraFrame::none
            : method.is("polar") ? TetraFrame::edges
            : method.is("svd")   ? TetraFrame::edgesOrStable
                                 : TetraFrame::nodes;
}

std::vector<type::Tetrahedron> TetrahedronFEMForceField::partsOfHexahedra() const {
  std::size_t nx = 2, ny = 1;
  if (const auto n = core::gridSize(*topology())) {
    nx = static_cast<std::size_t>(std::max(1, (*n)[0] - 1));
    ny = static_cast<std::size_t>(std::max(1, (*n)[1] - 1));
  }
  std::vector<type::Tetrahedron> result;
  const auto& hexahedra = topology()->hexahedra();
  for (std::size_t i = 0; i < hexahedra.size(); ++i)
    splitHexahedron(hexahedra[i], i % nx % 2 == 0, i / nx % ny % 2 == 1, i / (nx * ny) % 2 == 1, result);
  return result;
}

void TetrahedronFEMForceField::initElements() {
  if (!mstate() || !topology() || !isValid()) return;
  readMethod();
  checkModuli();
  const bool cut = topology()->tetrahedra().empty();
  const auto parts = cut ? partsOfHexahedra() : std::vector<type::Tetrahedron>();
  const auto& tetrahedra = cut ? parts : topology()->tetrahedra();
  const auto* changed = cut ? nullptr : changedElements();
  if (!checkIndices(tetrahedra, "Tetrahedron", changed)) return;
  fem::TetraSolid::Options options;
  options.frame = m_frame;
  if (d_updateStiffnessMatrix.value())
    options.update = m_frame == fem::TetraFrame::nodes ? fem::TetraUpdate::partial : fem::TetraUpdate::current;
  options.plasticity = {d_plasticMaxThreshold.value(), d_plasticYieldThreshold.value(), d_plasticCreep.value()};
  m_kernel.init(tetrahedra, d_initialPoints.value(),
                lameCoefficients(tetrahedra.size(), 3, d_localStiffnessFactor.value()), options, changed);
  m_stressOutput.addInput(&d_computeVonMisesStress);
  m_stressOutput.setDirty();
}

void TetrahedronFEMForceField::handleEvent(core::Event& event) {
  if (!isValid()) return;
  if (core::eventAs<core::AnimateEndEvent>(event) && d_computeVonMisesStress.value() != 0) m_stressOutput.setDirty();
}

namespace {

/// Carries N reals per element along; false if there are not as many.
template <std::size_t N>
bool carryReals(std::vector<double>& values, const core::ElementChange& change) {
  if (values.size() != N * change.before()) return false;
  std::vector<std::array<double, N>> ofElements(change.before());
  for (std::size_t i = 0; i < values.size(); ++i) ofElements[i / N][i % N] = values[i];
  // An element that comes in place of one with the same shape has its strain; parts of one have frames of their own.
  std::map<type::Index, int> parts;
  for (type::Index k = 0; k < change.added(); ++k)
    if (const auto* parent = change.ancestors(k)) ++parts[parent->elements.front()];
  core::carryValues(ofElements, change, [&](std::size_t i, const core::Ancestors* parent) {
    if (parent && parent->elements.size() == 1 && parts[parent->elements.front()] == 1)
      ofElements[i] = ofElements[parent->elements.front()];
  });
  values.clear();
  for (const auto& element : ofElements) values.insert(values.end(), element.begin(), element.end());
  return true;
}

}  // namespace

bool TetrahedronFEMForceField::topologyChanged(const core::MeshChanges& changes) {
  auto strains = m_kernel.plasticStrains();
  const bool carried = !strains.empty() && changes.known;
  if (!KernelForceField::topologyChanged(changes)) return false;
  if (!carried || changes.mesh != topology()) return true;
  constexpr std::size_t perTetrahedron = 6, perHexahedron = 36;
  for (const auto& step : changes.steps)
    if (!carryReals<perTetrahedron>(strains, step->of<type::Tetrahedron>()))
      carryReals<perHexahedron>(strains, step->of<type::Hexahedron>());
  if (strains.size() == m_kernel.plasticStrains().size()) m_kernel.setPlasticStrains(strains);
  return true;
}

void TetrahedronFEMForceField::reset() {
  KernelForceField::reset();
  m_kernel.clearPlasticity();
}

void TetrahedronFEMForceField::archive(core::Archive& archive) {
  auto strains = m_kernel.plasticStrains();
  const std::size_t size = strains.size();
  archive.io(strains);
  KernelForceField::archive(archive);
  if (!archive.isLoading()) return;
  if (archive.isGood() && strains.size() == size)
    m_kernel.setPlasticStrains(strains);
  else
    archive.fail();
}

bool TetrahedronFEMForceField::isOutdated() {
  const bool edited = isEdited();
  if (meshChanged()) {
    d_initialPoints.set(mstate()->restPositions());
    trackData(d_initialPoints);
    return true;
  }
  if (!edited) return false;
  // Another material in the same elements: what has flowed stays.
  const auto strains = m_kernel.plasticStrains();
  initElements();
  if (isValid() && strains.size() == m_kernel.plasticStrains().size()) m_kernel.setPlasticStrains(strains);
  return false;
}

bool TetrahedronFEMForceField::hasNoForce() const {
  const bool plastic = d_plasticMaxThreshold.value() > 0;
  const bool linearised = m_frame == fem::TetraFrame::none || m_frame == fem::TetraFrame::nodes;
  if (!d_computeGlobalMatrix.value() || (!plastic && linearised)) return false;
  info("computeGlobalMatrix adds no force with method {}{}.", d_method.value().selected(),
       plastic ? " and plasticity" : "");
  return true;
}

void TetrahedronFEMForceField::beginStep(const core::MechanicalParams& params) {
  if (d_plasticMaxThreshold.value() > 0 && prepare() && mstate()) m_kernel.flow(mstate()->coords(params.x));
}

bool TetrahedronFEMForceField::isConservative() const {
  return m_frame == fem::TetraFrame::none && !(d_computeGlobalMatrix.value() && d_plasticMaxThreshold.value() > 0);
}

void TetrahedronFEMForceField::nodeRotations(std::vector<type::Mat3>& rotations) const {
  if (m_frame == fem::TetraFrame::none) warning("The method small knows no rotations; the identity is used.");
  rotations.resize(mstate() ? mstate()->size() : 0);
  m_kernel.nodeRotations(rotations);
}

std::string TetrahedronFEMForceField::stressScheme() const {
  return d_showStressColorMap.isSet() ? d_showStressColorMap.value().selected()
                                      : std::string(helper::ColorMap::perceptual);
}

void TetrahedronFEMForceField::computeVonMises() {
  const bool green = d_computeVonMisesStress.value() == 2;
  if (!mstate() || d_computeVonMisesStress.value() == 0) return;
  const auto& x = mstate()->positions();
  const auto& rest = d_initialPoints.value();
  if (!fits(m_kernel, std::min(x.size(), rest.size()))) return;
  Reals stresses(m_kernel.elementCount());
  for (std::size_t e = 0; e < stresses.size(); ++e) {
    const type::Mat3 strain = green ? greenStrain(m_kernel.element(e), x, rest)
                                    : corotationalStrain(m_kernel.element(e), x, rest, m_kernel.rotation(e, x));
    stresses[e] = vonMises(stress(fem::lame(stiffnessOf(e), poissonRatio(e)), strain), stiffnessOf(e));
  }
  Reals ofNodes = meanAroundNodes(m_kernel, stresses, x.size());
  const auto& colors = colorsOver(stressScheme(), ofNodes);
  std::vector<type::Color> nodeColors;
  for (const double value : ofNodes) nodeColors.push_back(colorOf(colors, value, d_showStressAlpha.value()));
  d_vonMisesStressColors.set(std::move(nodeColors));
  d_vonMisesPerNode.set(std::move(ofNodes));
  d_vonMisesPerElement.set(std::move(stresses));
}

double TetrahedronFEMForceField::stiffnessOf(std::size_t element) const {
  const auto& factors = d_localStiffnessFactor.value();
  const double factor = factors.empty() ? 1 : factors[element * factors.size() / m_kernel.elementCount()];
  return factor * youngModulus(element);
}

void TetrahedronFEMForceField::draw(core::DrawList& list) const {
  if (!mstate() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const auto& points = mstate()->positions();
  const double gap = drawnGap(list, d_showElementGapScale.value());
  if (list.shows(type::DisplayFlags::Normals)) drawFrames(list, points);
  if (!drawStress(list, points, gap)) drawSolid(list, points, gap);
}

void TetrahedronFEMForceField::drawSolid(core::DrawList& list, std::span<const type::Vec3> points, double gap) const {
  constexpr type::Color colors[] = {{0, 0, 1, 1}, {0, 0.5f, 1, 1}, {0, 1, 1, 1}, {0.5f, 1, 1, 1}};
  if (!d_drawHeterogeneousTetra.value()) return drawTetrahedra(list, m_kernel, points, gap, colors);
  const std::size_t count = m_kernel.elementCount();
  double min = std::numeric_limits<double>::max(), max = 0;
  for (std::size_t e = 0; e < count; ++e) {
    min = std::min(min, stiffnessOf(e));
    max = std::max(max, stiffnessOf(e));
  }
  // From the usual colours of the softest to the same ones with red and blue exchanged.
  for (std::size_t e = 0; e < count; ++e) {
    const auto s = static_cast<float>(max > min ? (stiffnessOf(e) - min) / (max - min) : 0);
    std::array<type::Color, 4> mixed;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& c = colors[i];
      mixed[i] = {c.r + s * (c.b - c.r), c.g, c.b + s * (c.r - c.b), 1};
    }
    core::drawElement(list, m_kernel.element(e), e, points, gap, mixed);
  }
}

void TetrahedronFEMForceField::drawFrames(core::DrawList& list, std::span<const type::Vec3> points) const {
  constexpr type::Color colors[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
  for (std::size_t e = 0; e < m_kernel.elementCount(); ++e) {
    const auto& t = m_kernel.element(e);
    if (!core::namesOnly(t, points.size())) continue;
    const type::Vec3 center = core::centerOf(t, points);
    const double length = (points[t[0]] - center).norm() / 2;
    const type::Mat3 axes = m_kernel.rotation(e, points);
    for (int i = 0; i < 3; ++i) list.line(center, center + length * axes.col(i), 5, colors[i]);
  }
}

bool TetrahedronFEMForceField::drawStress(core::DrawList& list, std::span<const type::Vec3> points, double gap) const {
  const bool ofPoints = d_showVonMisesStressPerNode.value(), smooth = d_showVonMisesStressPerNodeColorMap.value(),
             flat = d_showVonMisesStressPerElement.value();
  if (d_computeVonMisesStress.value() == 0 || (!ofPoints && !smooth && !flat)) return false;
  const float alpha = d_showStressAlpha.value();
  // Elements and points have the same quantity, and the same colours for it.
  const auto& ofElements = d_vonMisesPerElement.value();
  const auto& ofNodes = d_vonMisesPerNode.value();
  static thread_local Reals all;
  all.clear();
  if (flat) all.insert(all.end(), ofElements.begin(), ofElements.end());
  if (ofPoints || smooth) all.insert(all.end(), ofNodes.begin(), ofNodes.end());
  const auto& colors = colorsOver(stressScheme(), all);
  if (flat) drawElementValues(list, m_kernel, points, gap, ofElements, colors, alpha);
  if (smooth) drawSmoothValues(list, m_kernel, points, ofNodes, colors, alpha);
  if (ofPoints) drawPointValues(list, points, ofNodes, colors, alpha);
  list.legend({.title = fmt::format("{}: von Mises stress (Pa)", context()->name()),
               .titleSize = 15,
               .min = colors.min(),
               .max = colors.max(),
               .palette = colors.palette()});
  return smooth || flat;
}

namespace {
const auto registered = core::Register("TetrahedronFEMForceField", "Sofa.Component.SolidMechanics.FEM.Elastic",
                                       "corotational linear tetrahedra")
                            .add<TetrahedronFEMForceField>(true);
}  // namespace

}  // namespace sofa::component::solidmechanics
