// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <variant>

#include "Sofa/FiniteElement/ElementKernel.h"
#include "Sofa/FiniteElement/Hyperelastic.h"

namespace sofa::fem {

template <class Element, template <class> class Material>
using HyperelasticKernel = ElementKernel<Element, 3, DeformationGradient, Material>;

/// A mesh of one of the hyperelastic materials by its name; see Hyperelastic.h for their energies. The names are those
/// of the structs, StVenantKirchhoff for SaintVenantKirchhoff.
template <class Element>
class HyperelasticSolid {
 public:
  /// Names of the materials, in the order in which components offer them.
  static constexpr std::string_view names[] = {"ArrudaBoyce",  "StVenantKirchhoff", "NeoHookean",
                                               "MooneyRivlin", "VerondaWestman",    "Costa",
                                               "Ogden",        "StableNeoHookean"};
  /// The number of parameters of a material; 0 if the name is none of `names`.
  static std::size_t parameterCount(std::string_view name);

  /// `parameters`: as many as parameterCount(name), in the order of the struct's members.
  /// `changed`: see ElementKernel.
  void init(std::string_view name, std::span<const double> parameters, std::span<const Element> elements,
            std::span<const Vec3> rest, const std::vector<Index>* changed = nullptr);
  /// The same of CostaWithoutFactor.
  void initCostaWithoutFactor(std::span<const double> parameters, std::span<const Element> elements,
                              std::span<const Vec3> rest, const std::vector<Index>* changed = nullptr);

  std::size_t elementCount() const {
    return std::visit([](const auto& kernel) { return kernel.elementCount(); }, m_kernel);
  }
  const Element& element(std::size_t e) const {
    return std::visit([e](const auto& kernel) -> const Element& { return kernel.element(e); }, m_kernel);
  }

  void addForce(std::span<const Vec3> x, std::span<Vec3> f) const;
  double energy(std::span<const Vec3> x) const;
  void linearise(std::span<const Vec3> x, bool positiveDefinite = false);
  void addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f, bool positiveDefinite = false);
  void addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const;
  template <class View>
  void addStiffness(View&& view) const {
    std::visit([&](const auto& kernel) { kernel.addStiffness(view); }, m_kernel);
  }
  static constexpr bool hasPairs = true;  ///< as in ElementKernel

 private:
  template <class Visit>
  static bool withMaterial(std::string_view name, const Visit& visit);
  template <template <class> class Material>
  void initWith(std::span<const double> parameters, std::span<const Element> elements, std::span<const Vec3> rest,
                const std::vector<Index>* changed);

  std::variant<HyperelasticKernel<Element, ArrudaBoyce>, HyperelasticKernel<Element, SaintVenantKirchhoff>,
               HyperelasticKernel<Element, NeoHookean>, HyperelasticKernel<Element, MooneyRivlin>,
               HyperelasticKernel<Element, VerondaWestman>, HyperelasticKernel<Element, Costa>,
               HyperelasticKernel<Element, Ogden>, HyperelasticKernel<Element, StableNeoHookean>,
               HyperelasticKernel<Element, CostaWithoutFactor>>
      m_kernel;
};

extern template class HyperelasticSolid<type::Tetrahedron>;
extern template class HyperelasticSolid<type::Hexahedron>;
extern template class ElementKernel<type::Tetrahedron, 3, DeformationGradient, NeoHookean>;
extern template class ElementKernel<type::Hexahedron, 3, DeformationGradient, NeoHookean>;
extern template class ElementKernel<type::Tetrahedron, 3, DeformationGradient, StableNeoHookeanWithBarrier>;
extern template class ElementKernel<type::Triangle, 3, DeformationGradient, NeoHookeanMembrane>;

}  // namespace sofa::fem
