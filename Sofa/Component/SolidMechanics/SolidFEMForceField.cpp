// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/SolidFEMForceField.h"

#include <utility>

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Contract/SolidElements.h"
#include "Sofa/Core/ObjectModel/Event.h"
#include "Sofa/Helper/PiecewiseLinear.h"

namespace sofa::component::solidmechanics {

template <class DataTypes, class Element>
core::Choice SolidFEMForceField<DataTypes, Element>::materials() {
  std::vector<std::string> names;
  for (const auto& kind : fem::materialKinds()) names.emplace_back(kind.name);
  return core::Choice(names);
}

template <class DataTypes, class Element>
const char* SolidFEMForceField<DataTypes, Element>::parameterHelp() {
  static const std::string help = [] {
    std::string text = "parameters of the material (Pa, or without unit).";
    for (const auto& kind : fem::materialKinds()) text += fmt::format(" {}: {};", kind.name, kind.parameters);
    text.back() = '.';
    return text;
  }();
  return help.c_str();
}

template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::init() {
  if (!this->initMesh()) return;
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_materialName, &d_parameterSet, &d_youngModulus, &d_poissonRatio, &d_volume, &d_plane, &d_thickness})
    this->trackData(*data);
  this->setValid();
  if (const auto problem = helper::problemOfPiecewiseLinear(d_times.value(), d_factors.value()); !problem.empty()) {
    this->error("{}", problem);
    return this->setInvalid();
  }
  m_factor = helper::piecewiseLinear(d_times.value(), d_factors.value(), this->context()->time());
  if (core::elementsOf<Element>(*this->topology()).empty()) {
    this->error("The topology {} has no elements of kind {}{}.", this->topology()->path(),
                fem::ReferenceElement<Element>::name,
                type::QuadraticElement<Element> ? ": add a QuadraticMeshTopology whose input it is" : "");
    return this->setInvalid();
  }
  initElements();
}

template <class DataTypes, class Element>
auto SolidFEMForceField<DataTypes, Element>::refuse(const std::string& why) const
    -> std::shared_ptr<const fem::PointMaterial> {
  this->error("{}", why);
  return nullptr;
}

/// Null, with an error, if the parameters are not usable.
template <class DataTypes, class Element>
auto SolidFEMForceField<DataTypes, Element>::material() const -> std::shared_ptr<const fem::PointMaterial> {
  const auto kinds = fem::materialKinds();
  const auto kind =
      std::ranges::find(kinds, std::string_view(d_materialName.value().selected()), &fem::MaterialKind::name);
  std::vector<double> parameters = d_parameterSet.value();
  const bool byModuli = kind->parameters == "mu lambda" && parameters.empty();
  if (byModuli) {
    const double young = d_youngModulus.value(), poisson = d_poissonRatio.value();
    if (!(young > 0) || !(poisson > -1 && poisson < 0.5))
      return refuse(
          fmt::format("{} needs youngModulus above 0 (it is {}) and poissonRatio between -1 and 0.5 (it is {}), or "
                      "ParameterSet: {}.",
                      kind->name, young, poisson, kind->parameters));
    const fem::Lame law = fem::lame(young, poisson);
    parameters = {law.mu, law.lambda};
  } else if (d_youngModulus.isSet() || d_poissonRatio.isSet()) {
    this->warning("youngModulus and poissonRatio have no effect: ParameterSet holds {} of {}.", kind->parameters,
                  kind->name);
  }
  if (parameters.size() < kind->parameterCount - kind->defaultCount)
    return refuse(fmt::format("{} takes the parameters {}, but ParameterSet has {} numbers.", kind->name,
                              kind->parameters, parameters.size()));
  if (parameters.size() > kind->parameterCount)
    this->warning("{} takes {} parameters; the others of ParameterSet are ignored.", kind->name, kind->parameterCount);
  if (kind->name == "Guccione" && parameters.size() >= kind->parameterCount)
    parameters[kind->parameterCount - 1] *= m_factor;
  return kind->make(parameters);
}

template <class DataTypes, class Element>
bool SolidFEMForceField<DataTypes, Element>::checkOptions(const fem::PointMaterial& law) {
  const bool averaged = !d_volume.value().is("none");
  if (dimension == 2 && d_plane.value().is("stress") && averaged)
    this->error("volumeAverage must be none in plane stress, where the volume can change across the plane.");
  else if (dimension == 2 && !(d_thickness.value() > 0))
    this->error("thickness {} must be above 0.", d_thickness.value());
  else if (law.isOfSmallStrain() && !d_fibers.value().empty())
    this->error("{} has no fibers: remove them, or choose a material of large strains.",
                d_materialName.value().selected());
  else
    return checkDirections(d_fibers, this->topology() ? core::elementsOf<Element>(*this->topology()).size() : 0) &&
           checkDirections(d_sheets, core::elementsOf<Element>(*this->topology()).size());
  return false;
}

template <class DataTypes, class Element>
bool SolidFEMForceField<DataTypes, Element>::checkDirections(const Data<Directions>& data, std::size_t elements) {
  const std::size_t size = data.value().size(), points = this->mstate()->restPositions().size();
  if (size > 1 && size != elements && size != points) {
    this->error("{} has {} directions: give one, or one for each of the {} elements or {} points.", data.name(), size,
                elements, points);
    return false;
  }
  for (const auto& d : data.value())
    if (!(d.norm() > 0)) {
      this->error("{} holds {}, which is no direction.", data.name(), type::toText(d));
      return false;
    }
  return true;
}

template <class DataTypes, class Element>
auto SolidFEMForceField<DataTypes, Element>::direction(const Directions& list, std::size_t e,
                                                       const typename Kernel::Shape& shape) const ->
    typename DataTypes::Coord {
  const auto& elements = core::elementsOf<Element>(*this->topology());
  if (list.size() == 1) return list[0];
  if (list.size() == elements.size()) return list[e];
  typename DataTypes::Coord sum = DataTypes::Coord::Zero();
  for (int n = 0; n < Kernel::nodeCount; ++n) sum += shape[n] * list[elements[e][n]];
  return sum;
}

template <class DataTypes, class Element>
auto SolidFEMForceField<DataTypes, Element>::axes() const -> typename Kernel::Axes {
  if (d_fibers.value().empty()) return {};
  return [this](std::size_t e, const typename Kernel::Shape& shape) {
    type::Mat<dimension> a;
    a.col(0) = direction(d_fibers.value(), e, shape).normalized();
    if constexpr (dimension == 2) {
      a.col(1) << -a(1, 0), a(0, 0);
    } else {
      const type::Vec3 fibre = a.col(0);
      type::Vec3 sheet = fibre.unitOrthogonal();
      if (!d_sheets.value().empty()) {
        const type::Vec3 given = direction(d_sheets.value(), e, shape);
        const type::Vec3 normal = given - fibre * fibre.dot(given);
        if (normal.norm() > 1e-9 * given.norm()) sheet = normal.normalized();
      }
      a.col(1) = sheet;
      a.col(2) = fibre.cross(sheet);
    }
    return a;
  };
}

template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::initElements() {
  if (!this->mstate() || !this->topology() || !this->isValid()) return;
  const auto& elements = core::elementsOf<Element>(*this->topology());
  if (!this->checkIndices(elements, fem::ReferenceElement<Element>::name)) return;
  const auto law = material();
  if (!law || !checkOptions(*law)) return this->setInvalid();
  const auto average = d_volume.value().index();
  const fem::SolidOptions options{static_cast<fem::VolumeAverage>(average), d_plane.value().is("stress"),
                                  dimension == 2 ? d_thickness.value() : 1};
  if (!this->m_kernel.init(elements, this->mstate()->restPositions(), law, options, axes())) {
    const std::size_t bad = this->m_kernel.badElement();
    this->error("{} {} of {}, points {}, has no volume at rest, or turns inside out: move its points.",
                fem::ReferenceElement<Element>::name, bad, this->topology()->path(), type::toText(elements[bad]));
    return this->setInvalid();
  }
  m_stressOutput.setDirty();
}

template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::beginStep(const core::MechanicalParams& params) {
  m_stressOutput.setDirty();
  const double factor =
      helper::piecewiseLinear(d_times.value(), d_factors.value(), this->context()->time() + params.dt);
  if (factor != std::exchange(m_factor, factor)) renewMaterial();
}

/// The material alone may change while the scene runs.
template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::dataChanged() {
  const auto& tracker = this->tracker();
  if (tracker.changed(d_volume) || tracker.changed(d_plane) || tracker.changed(d_thickness))
    initElements();
  else
    renewMaterial();
}

template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::renewMaterial() {
  if (!this->isValid()) return;
  if (auto law = material()) this->m_kernel.setMaterial(std::move(law));
  m_stressOutput.setDirty();
}

template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::handleEvent(core::Event& event) {
  if (core::eventAs<core::AnimateEndEvent>(event)) m_stressOutput.setDirty();
}

template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::computeStress() {
  if (!this->mstate() || !this->isValid()) return;
  const auto& x = this->mstate()->positions();
  // A state that was resized is read before the elements are made anew.
  if (x.size() == this->m_kernel.restSize()) d_stress.set(this->m_kernel.stress(x));
}

template <class DataTypes, class Element>
void SolidFEMForceField<DataTypes, Element>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->topology() || !list.shows(type::DisplayFlags::ForceFields)) return;
  constexpr double gap = 0.125;
  static thread_local core::DrawnPoints drawn;
  core::drawElements(list, core::elementsOf<typename fem::SolidElement<Element>::Corner>(*this->topology()),
                     drawn.of(this->mstate()), gap);
}

namespace {
const auto registered = core::addForSolids<SolidFEMForceField>(
    core::Register("SolidFEMForceField", "Sofa.Component.SolidMechanics.FEM.HyperElastic",
                   "solids of linear and quadratic elements, of any material"));
}  // namespace

}  // namespace sofa::component::solidmechanics
