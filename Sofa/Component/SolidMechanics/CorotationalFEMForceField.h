// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/ElementFEMForceField.h"

namespace sofa::component::solidmechanics {

/// Large displacements with small strains: f = -R K (R^T x - rest) per element, for elements of every kind
/// (docs/manual/mechanics.md, "Elements of any kind").
template <class DataTypes, class Element>
class CorotationalFEMForceField : public ElementFEMForceField<DataTypes, Element> {
 public:
  using Base = ElementFEMForceField<DataTypes, Element>;
  template <class T>
  using Data = core::Data<T>;

  Data<type::OptionGroup> d_rotationMethod{this, "rotationMethod", methods(),
                                           "how the rotation of an element is computed"};

  void init() override {
    Base::init();
    this->trackData(d_rotationMethod);
  }

 protected:
  using typename Base::Rotation;
  Rotation rotation() const override;

 private:
  static constexpr bool hasTriangleFrame =
      Base::isTetra || (std::is_same_v<Element, type::Triangle> && Base::dimension == 3);
  static type::OptionGroup methods() {
    std::vector<std::string> names = {"stable_polar", "polar", "identity"};
    if (hasTriangleFrame) names.push_back("triangle");
    if (Base::isHexa) names.push_back("hexahedron");
    return {names, names.size() > 3 ? std::size_t{3} : std::size_t{0}};
  }
};

}  // namespace sofa::component::solidmechanics
