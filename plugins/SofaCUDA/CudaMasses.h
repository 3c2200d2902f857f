// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "CudaMechanicalObject.h"
#include "Sofa/Component/Mass/DiagonalMass.h"
#include "Sofa/Component/Mass/UniformMass.h"

namespace sofa::cuda {

/// A mass of the host whose products run on the device. Data, files, meshes, energies and matrices are those of
/// HostMass; what changes is where weights, products and quotients are computed, from one mass per point.
template <class HostMass, class Real>
class CudaMass : public HostMass {
 public:
  using State = CudaMechanicalObject<Real>;

  static std::string staticTemplateName() { return dataTypesName<Real>(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return findsCudaState<Real>(node, description, "mstate", why);
  }

  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void accumulateMDx(const core::MechanicalParams& params, core::VecDerivId res, double factor) override;
  /// Not that of the host, which takes the vectors there.
  void assignMDx(const core::MechanicalParams& params, core::VecDerivId res, double factor) override {
    core::Mass<type::Vec3Types>::assignMDx(params, res, factor);
  }
  void divideByMass(const core::MechanicalParams& params, core::VecDerivId a, core::VecDerivId f) override;
  void addGravityToVelocity(core::VecDerivId v, double dt) override;
  /// Reals of the device round otherwise than a matrix.
  std::size_t lightProduct() const override { return 0; }

 protected:
  /// The mass of each point, if it changed since the last call; 0 for points that have none.
  virtual bool changedMasses(std::vector<Real>& masses) = 0;
  /// Whether points may be without mass, which then get no acceleration.
  virtual bool skipsMassless() const { return false; }

 private:
  /// Brings the masses up to date; the points that have one, of those of the state.
  std::size_t prepare(const State& state);

  std::vector<Real> m_changed;
  DeviceVector<Real> m_masses;
};

template <class Real>
class CudaUniformMass final : public CudaMass<component::mass::UniformMass<type::Vec3Types>, Real> {
 protected:
  bool changedMasses(std::vector<Real>& masses) override;
  bool skipsMassless() const override { return true; }

 private:
  int m_massCounter = -1, m_indicesCounter = -1;
  std::size_t m_size = 0;
};

template <class Real>
class CudaDiagonalMass final : public CudaMass<component::mass::DiagonalMass<type::Vec3Types, type::Vec3Types>, Real> {
 protected:
  bool changedMasses(std::vector<Real>& masses) override;

 private:
  int m_massCounter = -1;
};

}  // namespace sofa::cuda
