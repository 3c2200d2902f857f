// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "Sofa/Component/SolidMechanics/ManyProducts.h"
#include "Sofa/Component/SolidMechanics/StrainInvariants.h"
#include "Sofa/Component/SolidMechanics/StrainLimit.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/EnergyForceField.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/FiniteElement/HyperelasticSolid.h"

namespace sofa::component::solidmechanics {

/// Linear triangles or tetrahedra of a hyperelastic material (fem/Hyperelastic.h), and what such elements share: a
/// limit of the strain, and the viscous energy of the strain's change over the step (StrainLimit.h), both of Green's
/// strain (F^T F - I) / 2 with the deformation gradient F (3 x 2, in the plane of the triangle at rest, or 3 x 3).
///
/// The material is computed by fem::ElementKernel; limit and damping, where there are any, as energies of F by
/// automatic differentiation. A positive definite tangent has either without its negative eigenvalues.
///
/// Derived offers  std::optional<Material<double>> material(double young, double poisson) const;  of the measure of an
///                     element, with an error message and none if they are not usable
///                 template <class S> S limitDensity(const type::Mat<Columns, Columns, S>& strain,
///                                                   const StrainLimit& limit) const;
///                 double thickness() const;  by which the measure of an element becomes its volume
template <class Derived, class Element, template <class> class Material>
class StrainEnergyForceField
    : public core::EnergyForceField<Derived, type::Vec3Types, fem::ReferenceElement<Element>::nodeCount,
                                    fem::ReferenceElement<Element>::dimension> {
  using Base = core::EnergyForceField<Derived, type::Vec3Types, fem::ReferenceElement<Element>::nodeCount,
                                      fem::ReferenceElement<Element>::dimension>;

 protected:
  static constexpr int nodes = fem::ReferenceElement<Element>::nodeCount,
                       columns = fem::ReferenceElement<Element>::dimension;
  static constexpr int metricSize = columns * (columns + 1) / 2;

 public:
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  template <class Real>
  using Gradient = type::Mat<3, columns, Real>;
  template <class Real>
  using Strain = type::Mat<columns, columns, Real>;
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_youngModulus{this, "youngModulus", 1000.0, "Young's modulus (Pa)"};
  Data<double> d_poissonRatio{this, "poissonRatio", 0.3,
                              "Poisson's ratio, from 0; of solids below 0.5, of membranes 1"};
  Data<double> d_damping{this, "damping", 0.0, "viscosity of the strain (Pa s)"};
  Data<double> d_strainLimit{this, "strainLimit", std::numeric_limits<double>::infinity(),
                             "principal strain above which the material stiffens"};
  Data<double> d_strainLimitStiffness{this, "strainLimitStiffness", 1000.0,
                                      "stiffness beyond the limit of the strain (Pa)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh of the elements; default: the node's"};

  void init() override {
    core::ForceField<type::Vec3Types>::init();
    if (!this->isValid()) return;
    if (!core::requireMesh(*this, l_topology)) return;
    if (core::elementsOf<Element>(*l_topology).empty()) {
      this->error("The mesh {} has no elements of kind {}: name one that has them.", l_topology->path(), kind());
      return this->setInvalid();
    }
    for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
             &d_youngModulus, &d_poissonRatio, &d_damping, &d_strainLimit, &d_strainLimitStiffness})
      this->trackData(*data);
    this->setValid();
    prepare();
  }

  void beginStep(const core::MechanicalParams& params) override {
    m_damping.h = params.dt;
    if (m_damping.viscosity == 0 || !this->mstate()) return;
    const auto& x = this->mstate()->coords(params.x);
    for (std::size_t e = 0; e < m_rest.size(); ++e) m_rest[e].strain = green(metricOf(this->deformationGradient(e, x)));
  }

  void reset() override { m_products.reset(); }
  void archive(core::Archive& archive) override { m_products.archive(archive); }

  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override {
    if (m_rest.empty()) return;
    m_kernel.addForce(x, f);
    if (hasEnergyOfStrain()) Base::addForce(params, f, x, v);
  }
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override {
    if (m_rest.empty()) return;
    m_kernel.linearise(x, kind == core::Linearisation::positiveDefinite);
    m_products.tangentMoved();
    if (hasEnergyOfStrain()) Base::linearise(params, x, v, kind);
  }
  void addForceAndLinearise(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v,
                            core::Linearisation kind) override {
    if (m_rest.empty()) return;
    m_kernel.addForceAndLinearise(x, f, kind == core::Linearisation::positiveDefinite);
    m_products.tangentMoved();
    if (hasEnergyOfStrain()) Base::addForceAndLinearise(params, f, x, v, kind);
  }
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override {
    if (m_rest.empty()) return;
    m_products.add(m_kernel, dx, df, kFactor);
    if (hasEnergyOfStrain()) Base::addDForce(params, df, dx, kFactor);
  }
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    auto* state = this->mstate();
    if (m_rest.empty() || !state) return;
    m_kernel.addStiffness(matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state));
    if (hasEnergyOfStrain()) Base::buildStiffnessMatrix(matrix);
  }
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override {
    if (m_rest.empty() || !this->mstate()) return 0;
    const double elastic = m_kernel.energy(this->mstate()->coords(params.x));
    return hasEnergyOfStrain() ? elastic + *Base::potentialEnergy(params) : elastic;
  }

  // What EnergyForceField differentiates: the energy of the strain alone.

  std::size_t elementCount() const { return m_rest.size(); }
  const Element& elementNodes(std::size_t e) const { return m_elements[e]; }
  const type::Mat<nodes, columns>& shapeGradients(std::size_t e) const { return m_rest[e].gradients; }

  template <class Real>
  Real energy(std::size_t e, const Gradient<Real>& f) const {
    static_assert(std::is_same_v<Real, double>, "see energyWithDerivatives");
    const auto metric = metricOf(f);
    return actsOnStrain(metric) ? strainDensity(e, metric) * m_rest[e].volume : 0;
  }

  template <class Jet>
  Jet energyWithDerivatives(std::size_t e, const Gradient<double>& f, core::Linearisation kind) const {
    constexpr int order = Jet::hasHessian ? 2 : 1;
    const auto metric = metricOf(f);
    Jet result;
    if (!actsOnStrain(metric)) return result;
    addThroughMetric<columns, order>(f, strainDensity(e, variables<order>(metric)), result);
    result.value *= m_rest[e].volume;
    result.gradient *= m_rest[e].volume;
    if constexpr (order > 1) {
      if (kind == core::Linearisation::positiveDefinite) type::makePositive(result.hessian);
      result.hessian *= m_rest[e].volume;
    }
    return result;
  }

 protected:
  void dataChanged() override { prepare(); }

 private:
  struct RestElement {
    type::Mat<nodes, columns> gradients;  ///< of the shape functions
    double volume;
    Strain<double> strain = Strain<double>::Zero();  ///< at the beginning of the step
  };

  const Derived& derived() const { return static_cast<const Derived&>(*this); }
  static constexpr const char* kind() { return fem::ReferenceElement<Element>::name; }

  /// Reads the material and rest shapes; nothing acts if they are not usable.
  void prepare() {
    m_rest.clear();
    m_elements.clear();
    if (!l_topology) return;  // it was taken out of the scene
    m_elements = core::elementsOf<Element>(*l_topology);
    if (!(d_damping.value() >= 0)) {
      this->error("damping {} must not be negative.", d_damping.value());
      return this->setInvalid();
    }
    const auto material = derived().material(d_youngModulus.value(), d_poissonRatio.value());
    if (!material) return this->setInvalid();
    m_damping.viscosity = d_damping.value();
    m_limit = {d_strainLimit.value(), d_strainLimitStiffness.value()};
    m_limited = std::isfinite(m_limit.limit);
    const auto& rest = this->mstate()->restPositions();
    for (std::size_t e = 0; e < m_elements.size(); ++e)
      if (!addElement(e, rest)) {
        m_rest.clear();
        return this->setInvalid();
      }
    m_kernel.init(m_elements, rest, {&*material, 1});
  }

  bool addElement(std::size_t e, const std::vector<type::Vec3>& rest) {
    const Element& element = m_elements[e];
    if (std::ranges::max(element) >= rest.size()) {
      this->error("{} {} of {} has a point that {} has not.", kind(), e, l_topology->path(), this->mstate()->path());
      return false;
    }
    const Strain<double> edges = restEdges(element, rest);
    const double measure = std::abs(edges.determinant()) / (columns == 2 ? 2 : 6);
    if (!(measure > 0)) {
      this->error("{} {} of {} has no {} at rest.", kind(), e, l_topology->path(), columns == 2 ? "area" : "volume");
      return false;
    }
    RestElement& added = m_rest.emplace_back(RestElement{.gradients = {}, .volume = measure * derived().thickness()});
    added.gradients.template bottomRows<columns>() = edges.inverse();
    added.gradients.row(0) = -added.gradients.template bottomRows<columns>().columnSums();
    return true;
  }

  /// Edges from node 0 at rest, as columns; of a triangle in its own plane, the first one along x.
  static Strain<double> restEdges(const Element& element, const std::vector<type::Vec3>& rest) {
    type::Mat<3, columns> inSpace;
    for (int n = 0; n < columns; ++n) inSpace.col(n) = rest[element[n + 1]] - rest[element[0]];
    if constexpr (columns == 3) {
      return inSpace;
    } else {
      const type::Vec3 a = inSpace.col(0), b = inSpace.col(1);
      const double length = a.norm();
      if (!(length > 0)) return Strain<double>::Zero();
      return Strain<double>{{length, a.dot(b) / length}, {0, a.cross(b).norm() / length}};
    }
  }

  template <class Real>
  using Metric = std::array<Real, metricSize>;  ///< of C = F^T F, on and above the diagonal

  static Metric<double> metricOf(const Gradient<double>& f) {
    Metric<double> c;
    for (int a = 0, k = 0; a < columns; ++a)
      for (int b = a; b < columns; ++b, ++k) c[k] = f.col(a).dot(f.col(b));
    return c;
  }
  template <int Order, std::size_t N>
  static auto variables(const std::array<double, N>& values) {
    std::array<type::Jet<static_cast<int>(N), Order>, N> result;
    for (std::size_t i = 0; i < N; ++i) result[i] = result[i].variable(values[i], static_cast<int>(i));
    return result;
  }
  template <class Real>
  static Strain<Real> green(const Metric<Real>& c) {
    Strain<Real> e;
    for (int a = 0, k = 0; a < columns; ++a)
      for (int b = a; b < columns; ++b, ++k)
        e(a, b) = e(b, a) = a == b ? Real((c[k] - Real(1)) * Real(0.5)) : Real(c[k] * Real(0.5));
    return e;
  }

  /// Whether the limit of the strain or its damping may have an energy.
  bool hasEnergyOfStrain() const { return m_limited || m_damping.viscosity != 0; }
  /// Whether they have.
  bool actsOnStrain(const Metric<double>& c) const {
    if (m_damping.viscosity != 0) return true;
    return m_limited && derived().template limitDensity<double>(green(c), m_limit) > 0;
  }
  template <class Real>
  Real strainDensity(std::size_t e, const Metric<Real>& c) const {
    const Strain<Real> strain = green(c);
    Real density(0);
    if (m_damping.viscosity != 0) density += m_damping.density(strain, m_rest[e].strain);
    if (m_limited) density += derived().template limitDensity<Real>(strain, m_limit);
    return density;
  }

  fem::ElementKernel<Element, 3, fem::DeformationGradient, Material> m_kernel;
  ManyProducts<fem::ElementKernel<Element, 3, fem::DeformationGradient, Material>> m_products;
  std::vector<Element> m_elements;
  std::vector<RestElement> m_rest;  ///< empty while there is nothing that acts
  StrainDamping m_damping;
  StrainLimit m_limit;
  bool m_limited = false;
};

}  // namespace sofa::component::solidmechanics
