// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/TetrahedronDiffusionFEMForceField.h"

#include "Sofa/Component/SolidMechanics/TetraDrawing.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::solidmechanics {

template <class DataTypes>
void TetrahedronDiffusionFEMForceField<DataTypes>::init() {
  if (!this->initMesh()) return;
  if (this->topology()->tetrahedra().empty())
    this->warning("The topology {} has no tetrahedra.", this->topology()->path());
  if (!findGeometry()) return this->setInvalid();
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_constantDiffusionCoefficient, &d_tetraDiffusionCoefficient,
                                                    &d_anisotropyRatio, &d_transverseAnisotropyArray})
    this->trackData(*data);
  this->setValid();
  initElements();
}

template <class DataTypes>
bool TetrahedronDiffusionFEMForceField<DataTypes>::findGeometry() {
  if (l_geometryState) return true;
  const std::string& tag = d_tagMechanics.value();
  for (const core::Node* node = this->context(); node; node = node->parent())
    for (auto* state : node->allLocal<core::State<type::Vec3Types>>())
      if (state->d_tags.value().contains(tag)) {
        l_geometryState.set(state);
        return true;
      }
  this->error(
      "No state of template Vec3 in this node or above has the tag \"{}\": give it to the state of the points of {}, "
      "or "
      "set geometryState.",
      tag, this->topology()->path());
  return false;
}

template <class DataTypes>
bool TetrahedronDiffusionFEMForceField<DataTypes>::checkLists() {
  const std::size_t count = this->topology()->tetrahedra().size();
  const auto check = [&](const core::BaseData& data, std::size_t size, bool needed) {
    if (size == count || (size == 0 && !needed)) return true;
    this->error("{} has {} entries, but {} has {} tetrahedra: give one each{}.", data.name(), size,
                this->topology()->path(), count, needed ? ", or an anisotropyRatio of 1" : ", or none");
    return false;
  };
  return check(d_tetraDiffusionCoefficient, d_tetraDiffusionCoefficient->size(), false) &&
         check(d_transverseAnisotropyArray, d_transverseAnisotropyArray->size(), d_anisotropyRatio.value() != 1);
}

template <class DataTypes>
void TetrahedronDiffusionFEMForceField<DataTypes>::initElements() {
  if (!this->mstate() || !this->topology() || !this->isValid() || !l_geometryState) return;
  const auto& tetrahedra = this->topology()->tetrahedra();
  if (l_geometryState->size() < this->mstate()->size()) {
    this->error("{}, the state of the points of the elements, has {}, but {} has {}.", l_geometryState->path(),
                l_geometryState->size(), this->mstate()->path(), this->mstate()->size());
    return this->setInvalid();
  }
  // What is there at the beginning counts, and is a rest shape as good as any other once elements come and go.
  const auto& x = this->topology()->wasChanged() ? l_geometryState->restPositions() : l_geometryState->positions();
  if (!this->checkTetrahedra(tetrahedra, x)) return;
  if (!checkLists()) return this->setInvalid();
  std::vector<typename Kernel::Coefficients> coefficients;
  for (std::size_t e = 0; e < tetrahedra.size(); ++e) coefficients.push_back(conductivities(e, x));
  this->m_kernel.init(tetrahedra, coefficients, this->mstate()->size());
}

template <class DataTypes>
double TetrahedronDiffusionFEMForceField<DataTypes>::coefficient(std::size_t element) const {
  const auto& own = d_tetraDiffusionCoefficient.value();
  return element < own.size() ? own[element] : d_constantDiffusionCoefficient.value();
}

template <class DataTypes>
auto TetrahedronDiffusionFEMForceField<DataTypes>::conductivities(std::size_t element,
                                                                  const std::vector<type::Vec3>& x) const ->
    typename Kernel::Coefficients {
  const auto& t = this->topology()->tetrahedra()[element];
  type::Mat3 edges;
  for (int n = 0; n < 3; ++n) edges.row(n) = x[t[n + 1]] - x[t[0]];
  const double volume = std::fabs(edges.determinant()) / 6;
  type::Mat<3, 4> gradients;
  gradients.rightCols<3>() = edges.inverse();
  gradients.col(0) = -gradients.rightCols<3>().rowSums();
  const double ratio = d_anisotropyRatio.value();
  type::Mat3 diffusion = type::Mat3::Identity();
  if (ratio != 1) {
    const type::Vec3& along = d_transverseAnisotropyArray.value()[element];
    diffusion += (ratio - 1) * along * along.transpose();
  }
  typename Kernel::Coefficients c;
  for (int a = 0, k = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b, ++k)
      c[static_cast<std::size_t>(k)] =
          coefficient(element) * volume * gradients.col(a).dot(diffusion * gradients.col(b));
  return c;
}

template <class DataTypes>
void TetrahedronDiffusionFEMForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!l_geometryState || !this->isValid() || !d_drawConduc.value() || !list.shows(type::DisplayFlags::ForceFields))
    return;
  constexpr double gap = 0.125;
  std::vector<double> values;
  for (std::size_t e = 0; e < this->m_kernel.elementCount(); ++e) values.push_back(coefficient(e));
  const auto& colors = colorsOver("Blue to Red", values);
  for (std::size_t e = 0; e < values.size(); ++e) {
    const type::Color color = colors(values[e]);
    core::drawElement(list, this->m_kernel.element(e), e, l_geometryState->positions(), gap, {&color, 1});
  }
}

namespace {
const auto registered = core::Register("TetrahedronDiffusionFEMForceField", "Sofa.Component.Diffusion",
                                       "diffusion of a value of each point through linear tetrahedra")
                            .add<TetrahedronDiffusionFEMForceField<type::Vec1Types>>()
                            .add<TetrahedronDiffusionFEMForceField<type::Vec2Types>>(true)
                            .add<TetrahedronDiffusionFEMForceField<type::Vec3Types>>();
}  // namespace

}  // namespace sofa::component::solidmechanics
