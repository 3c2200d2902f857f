// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "CudaMechanicalObject.h"
#include "Sofa/Component/SolidMechanics/TetrahedronFEMForceField.h"
#include "TetraKernels.h"

namespace sofa::cuda {

/// Corotational tetrahedra whose forces and products are computed on the device, for the methods `large` and `small`
/// without plasticity and without updateStiffnessMatrix. Others run on the host, and say so. Energies, matrices,
/// stresses and drawing are those of the host component, from host views.
template <class Real>
class CudaTetrahedronFEMForceField final : public component::solidmechanics::TetrahedronFEMForceField {
 public:
  using Base = component::solidmechanics::TetrahedronFEMForceField;
  using State = CudaMechanicalObject<Real>;

  static std::string staticTemplateName() { return dataTypesName<Real>(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return findsCudaState<Real>(node, description, "mstate", why);
  }

  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) override;
  void accumulateForceAndLinearise(const core::MechanicalParams& params, core::VecDerivId f,
                                   core::Linearisation kind) override;
  void accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  void nodeRotations(std::vector<type::Mat3>& rotations) const override;

 protected:
  void initElements() override;

 private:
  /// Follows a changed mesh and changed Data. False if the host computes, or nothing does.
  bool prepare();
  bool runsOnDevice() const;
  void upload();
  Tetrahedra<Real> elements() const;
  /// Adds the forces at x if `f` is given, and keeps the frames and x if `linearise`.
  void evaluate(core::VecCoordId x, const core::VecDerivId* f, bool linearise);
  void gather(core::VecDerivId f);
  /// Brings the tangent of the host kernel to the point of the device's.
  void lineariseHost();

  State* m_state = nullptr;  ///< of the last prepare()
  bool m_isUploaded = false;
  bool m_hostIsBehind = false;
  std::size_t m_count = 0, m_points = 0;
  DeviceVector<unsigned> m_nodes, m_begin, m_corners;
  DeviceVector<Real> m_rest, m_gradients, m_coefficients;
  DeviceVector<Real> m_frames, m_forces;
  DeviceVector<Real> m_linearisedAt;  ///< positions, for the host
};

extern template class CudaTetrahedronFEMForceField<float>;
extern template class CudaTetrahedronFEMForceField<double>;

}  // namespace sofa::cuda
