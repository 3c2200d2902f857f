// SPDX-License-Identifier: Apache-2.0
// A component as a user would write it: a constant pull on every point.
#include <Sofa/Core/Contract/ForceField.h>
#include <Sofa/Core/Service/ObjectFactory.h>
#include <Sofa/Helper/Parallel.h>
#include <Sofa/Type/DataTypes.h>

namespace outside {
using namespace sofa;

class ConstantPull : public core::ForceField<type::Vec3Types> {
 public:
  core::Data<type::Vec3> d_pull{this, "pull", type::Vec3(0, 0, 0), "force on each point (N)"};

  void addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    const type::Vec3 pull = d_pull.value();
    helper::parallelChunks(x.size(), 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) f[i] += pull;
    });
  }
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
};

const auto registered =
    core::Register("ConstantPull", "OutsidePlugin", "a constant force on every point").add<ConstantPull>();

}  // namespace outside
