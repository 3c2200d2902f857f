// SPDX-License-Identifier: Apache-2.0
#include "CudaMechanicalObject.h"
#include "Launch.h"
#include "Sofa/Component/Constraint/FixedProjectiveConstraint.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "VectorKernels.h"

namespace sofa::cuda {

/// Fixed points whose forces and increments become zero on the device. All else, such as assembled matrices, is as on
/// the host.
template <class Real>
class CudaFixedProjectiveConstraint final : public component::constraint::FixedProjectiveConstraint<type::Vec3Types> {
 public:
  static std::string staticTemplateName() { return dataTypesName<Real>(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return findsCudaState<Real>(node, description, "mstate", why);
  }

  void filterResponse(const core::MechanicalParams& params, core::VecDerivId d) override {
    auto* state = asCuda<Real>(mstate());
    if (!state) return FixedProjectiveConstraint::filterResponse(params, d);
    if (isValid() && isActive()) clearPoints(*state, d);
  }
  void filterVelocity(const core::MechanicalParams& params, core::VecDerivId v) override {
    auto* state = asCuda<Real>(mstate());
    if (!state) return FixedProjectiveConstraint::filterVelocity(params, v);
    if (isValid() && isActive() && d_activateProjectVelocity.value()) clearPoints(*state, v);
  }
  void filterPosition(const core::MechanicalParams&, core::VecCoordId) override {}

 private:
  void clearPoints(CudaMechanicalObject<Real>& state, core::VecDerivId d) {
    if (d_fixAll.value()) return state.clear(d);
    const auto& points = this->points();
    if (points != m_known) {
      m_known = points;
      m_points.assign(m_known);
    }
    run(m_points.size(), ClearPoints<Real>{state.deviceWrite(d), m_points.data()});
  }

  std::vector<type::Index> m_known;
  DeviceVector<type::Index> m_points;
};

namespace {
const auto registered = core::Register("FixedProjectiveConstraint", "SofaCUDA", "points that no force moves, on a GPU")
                            .addAll<CudaFixedProjectiveConstraint, float, double>();
}  // namespace

}  // namespace sofa::cuda
