// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/KernelForceField.h"
#include "Sofa/FiniteElement/DiffusionKernel.h"

namespace sofa::component::solidmechanics {

/// Diffusion of a value of each point (heat, potential) through linear tetrahedra: f_k = sum over l of c_kl (u_k -
/// u_l), c_kl = V grad N_k . D grad N_l with D = d (1 + (r - 1) a a^T) of an element (docs/manual/mechanics.md,
/// "Diffusion"). Shape and size of the elements are those of another state.
template <class DataTypes>
class TetrahedronDiffusionFEMForceField
    : public KernelForceField<fem::DiffusionKernel<DataTypes::spatialDimensions>, MeshForceField<DataTypes>> {
 public:
  template <class T>
  using Data = core::Data<T>;
  using Reals = std::vector<double>;

  Data<double> d_constantDiffusionCoefficient{this, "constantDiffusionCoefficient", 1.0,
                                              "diffusion coefficient d where there is none of each element"};
  Data<Reals> d_tetraDiffusionCoefficient{this,
                                          "tetraDiffusionCoefficient",
                                          {},
                                          "diffusion coefficient of each element",
                                          {.follows = core::perElement<type::Tetrahedron>(core::NewValue::copy)}};
  Data<double> d_anisotropyRatio{this, "anisotropyRatio", 1.0, "factor r of d along the directions"};
  Data<std::vector<type::Vec3>> d_transverseAnisotropyArray{
      this,
      "transverseAnisotropyArray",
      {},
      "direction a of each element; taken as it is, not as a unit vector",
      {.follows = core::perElement<type::Tetrahedron>(core::NewValue::copy)}};
  Data<std::string> d_tagMechanics{this, "tagMechanics", "meca",
                                   "tag of the state, in the node or above, of which the points of the elements are"};
  Data<bool> d_drawConduc{
      this, "drawConduc", false, "draw the elements in the colours of their coefficients", {.group = "Visualization"}};
  core::Link<core::State<type::Vec3Types>> l_geometryState{
      this, "geometryState", "state of which the points of the elements are; default: the one with the tag"};

  void init() override;
  void draw(core::DrawList& list) const override;
  /// That of the elements: what is diffused is no place.
  void computeBoundingBox() override {
    if (l_geometryState) l_geometryState->includePoints(this->d_bbox.edit(), core::vec::position);
  }

 protected:
  void initElements() override;

 private:
  using Kernel = fem::DiffusionKernel<DataTypes::spatialDimensions>;

  bool findGeometry();
  bool checkLists();
  double coefficient(std::size_t element) const;
  typename Kernel::Coefficients conductivities(std::size_t element, const std::vector<type::Vec3>& x) const;
};

}  // namespace sofa::component::solidmechanics
