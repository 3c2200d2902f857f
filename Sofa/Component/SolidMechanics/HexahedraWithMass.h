// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "Sofa/Component/SolidMechanics/OutputOnRead.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/FiniteElement/HexaKernel.h"

namespace sofa::component::solidmechanics {

/// Hexahedra that have a stiffness, as Elastic, and a mass: a matrix of each element, which couples its nodes unless it
/// is lumped, and the mass on which gravity acts (docs/manual/mechanics.md). Elastic: on core::ForceFieldAndMass.
template <class Elastic>
class HexahedraWithMass : public Elastic {
 public:
  using typename Elastic::Deriv;
  using typename Elastic::VecDeriv;
  template <class T>
  using Data = core::Data<T>;
  using Matrices = std::vector<fem::Mat24>;

  Data<double> d_density{this, "density", 1.0, "mass per volume (kg/m3)"};
  Data<bool> d_lumpedMass{this, "lumpedMass", false, "sum the rows of mass matrices onto their diagonals"};
  Data<Matrices> d_massMatrices{
      this, "massMatrices", {}, "mass matrix of each element, made when read", {.readOnly = true, .displayed = false}};

  bool isDiagonal() const override { return isLumped(); }
  void addWeight(VecDeriv& f, const Deriv& gravity) override {
    for (std::size_t i = 0; i < std::min(f.size(), m_exactWeights.size()); ++i) f[i] += m_exactWeights[i] * gravity;
    if (!m_exactWeights.empty()) return;
    for (std::size_t i = 0; i < std::min(f.size(), m_pointMass.size()); ++i) f[i] += m_pointMass[i] * gravity;
  }
  void addMDx(VecDeriv& res, const VecDeriv& dx, double factor) override { addProduct(res, dx, factor); }
  void buildMassMatrix(core::MassMatrixAccumulator* matrix) override {
    if (!this->isValid()) return;
    if (isLumped() && !core::reproducesSofa(*this)) return addLumped(matrix);
    if (d_lumpedMass.value() && !std::exchange(m_toldMatrix, true))
      core::tellDefect(*this, "lumpedMass concerns products alone: assembled matrices couple the nodes of an element",
                       "Use a solver without a matrix");
    m_massKernel.addStiffness(matrix->matrix());
  }
  /// Of lumped masses; reports an error and leaves `a` as it is for others.
  void accFromF(VecDeriv& a, const VecDeriv& f) override;
  double kineticEnergy(const core::MechanicalParams& params) const override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;

 protected:
  void initElements() override {
    m_pointMass.clear();
    m_exactWeights.clear();
    m_lumped.clear();
    m_massKernel = {};
    Elastic::initElements();
    if (this->isValid() && this->mstate() && this->topology()) initMass();
  }
  /// Mass matrix of an element in world axes.
  virtual fem::Mat24 massMatrix(std::size_t element) const = 0;
  /// The mass of each of its nodes on which gravity acts.
  virtual double nodeMass(std::size_t element) const = 0;
  const std::vector<double>& pointMasses() const { return m_pointMass; }
  const std::vector<type::Vec3>& lumpedMasses() const { return m_lumped; }
  virtual void initMass();
  virtual bool isLumped() const { return d_lumpedMass.value(); }
  /// Gives each point that mass, and the elements none.
  void setPointMass(double mass) {
    m_pointMass.assign(this->mstate()->size(), mass);
    m_lumped.assign(this->mstate()->size(), type::Vec3::Constant(mass));
  }

 private:
  void addProduct(VecDeriv& res, const VecDeriv& dx, double factor) const {
    if (!isLumped()) return m_massKernel.addDForce(dx, res, factor);
    for (std::size_t i = 0; i < std::min(dx.size(), m_lumped.size()); ++i)
      res[i] += factor * m_lumped[i].cwiseProduct(dx[i]);
  }
  void addLumped(core::MassMatrixAccumulator* matrix) const {
    for (int i = 0; i < static_cast<int>(m_lumped.size()); ++i)
      matrix->add(3 * i, 3 * i, type::Mat3(m_lumped[static_cast<std::size_t>(i)].asDiagonal()));
  }
  void collectMatrices() {
    Matrices matrices;
    // The mesh and the state may be gone or smaller by now.
    if (this->isValid() && this->topology() && this->mstate())
      for (std::size_t e = 0; e < std::min(m_massKernel.elementCount(), this->topology()->hexahedra().size()); ++e)
        matrices.push_back(massMatrix(e));
    d_massMatrices.set(std::move(matrices));
  }

  fem::HexaKernel m_massKernel;     ///< of K = -M: it adds products and matrices of -K
  std::vector<double> m_pointMass;  ///< on which gravity acts in scenes of SOFA v26.06
  /// In exact scenes the weight is M times gravity at all points, so that all of them fall alike: these matrices are
  /// the sums of the blocks in a row of M.
  std::vector<type::Mat3> m_exactWeights;
  std::vector<type::Vec3> m_lumped;  ///< row sums of M
  bool m_refusedAcceleration = false, m_toldMatrix = false, m_toldInertia = false;
  OutputOnRead<HexahedraWithMass> m_matrixOutput{*this, &HexahedraWithMass::collectMatrices, {&d_massMatrices}};
};

/// The mass matrix of a box: of products of linear shape functions along an edge, the mean is a third for one node and
/// a sixth for two. In scenes of SOFA v26.06 each pair of nodes has 8/27 of the whole mass: inertia is 512/27 times the
/// mass.
inline fem::Mat24 hexaMass(const core::Component& owner, double mass) {
  const bool isSofas = core::reproducesSofa(owner);
  fem::Mat24 m = fem::Mat24::Zero();
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      double share = 1.0 / 27;
      for (int axis = 0; axis < 3; ++axis) share /= fem::hexaSign[a][axis] == fem::hexaSign[b][axis] ? 1 : 2;
      m.block<3, 3>(3 * a, 3 * b).diagonal().setConstant(isSofas ? mass * 8 / 27 : mass * share);
    }
  return m;
}

template <class Elastic>
void HexahedraWithMass<Elastic>::initMass() {
  if (!(d_density.value() >= 0)) {
    this->error("density {} must not be negative.", d_density.value());
    return this->setInvalid();
  }
  if (core::reproducesSofa(*this) && !std::exchange(m_toldInertia, true))
    core::tellDefect(*this, "the inertia of these elements is 512/27 times the mass on which gravity acts",
                     "Use a force field and a mass of its own, such as MeshMatrixMass");
  const auto& hexahedra = this->topology()->hexahedra();
  m_pointMass.assign(this->mstate()->size(), 0);
  m_lumped.assign(this->mstate()->size(), type::Vec3::Zero());
  if (!core::reproducesSofa(*this)) m_exactWeights.assign(m_pointMass.size(), type::Mat3::Zero());
  for (std::size_t e = 0; e < hexahedra.size(); ++e) {
    const fem::Mat24 mass = massMatrix(e);
    const type::Vec<24> sums = mass.rowSums();
    for (int n = 0; n < 8; ++n) {
      if (!m_exactWeights.empty())
        for (int m = 0; m < 8; ++m) m_exactWeights[hexahedra[e][n]] += mass.block<3, 3>(3 * n, 3 * m);
      m_pointMass[hexahedra[e][n]] += nodeMass(e);
      m_lumped[hexahedra[e][n]] += sums.template segment<3>(3 * n);
    }
  }
  for (auto& mass : m_lumped) mass = mass.cwiseAbs().eval();  // condensed matrices may have rows with negative sums
  if (isLumped())
    for (std::size_t i = 0; i < m_exactWeights.size(); ++i) m_exactWeights[i] = m_lumped[i].asDiagonal();
  m_massKernel.init(hexahedra, this->mstate()->restPositions(), fem::HexaFrame::none,
                    [this](std::size_t e) -> fem::Mat24 { return -massMatrix(e); });
  m_matrixOutput.setDirty();
}

template <class Elastic>
void HexahedraWithMass<Elastic>::accFromF(VecDeriv& a, const VecDeriv& f) {
  if (!isLumped()) {
    if (!std::exchange(m_refusedAcceleration, true))
      this->error(
          "The mass matrix is not diagonal and cannot be inverted point by point: set lumpedMass, or use a solver that "
          "solves a linear system.");
    return;
  }
  for (std::size_t i = 0; i < std::min(a.size(), m_lumped.size()); ++i)
    if (m_lumped[i].minCoeff() > 0) a[i] = f[i].cwiseQuotient(m_lumped[i]);
}

template <class Elastic>
double HexahedraWithMass<Elastic>::kineticEnergy(const core::MechanicalParams& params) const {
  if (!this->mstate() || m_lumped.empty()) return 0;
  const auto& v = this->mstate()->derivs(params.v);
  VecDeriv momentum(v.size(), Deriv::Zero());
  addProduct(momentum, v, 1);
  double twice = 0;
  for (std::size_t i = 0; i < v.size(); ++i) twice += v[i].dot(momentum[i]);
  return twice / 2;
}

template <class Elastic>
std::optional<double> HexahedraWithMass<Elastic>::potentialEnergy(const core::MechanicalParams& params) {
  auto energy = Elastic::potentialEnergy(params);
  if (!energy || !this->mstate()) return energy;
  const auto& x = this->mstate()->coords(params.x);
  type::Vec3 moment = type::Vec3::Zero();
  for (std::size_t i = 0; i < std::min(x.size(), m_pointMass.size()); ++i)
    moment +=
        m_exactWeights.empty() ? type::Vec3(m_pointMass[i] * x[i]) : type::Vec3(m_exactWeights[i].transpose() * x[i]);
  return *energy - this->context()->gravity().dot(moment);
}

}  // namespace sofa::component::solidmechanics
