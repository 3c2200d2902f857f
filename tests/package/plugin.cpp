// A component as a user would write it: a constant pull on every point.
#include <Sofa/Core/Contract/ForceField.h>
#include <Sofa/Core/Service/ObjectFactory.h>
#include <Sofa/Type/DataTypes.h>

namespace outside {
using namespace sofa;

class ConstantPull : public core::ForceField<type::Vec3Types> {
 public:
  core::Data<type::Vec3> d_pull{this, "pull", type::Vec3(0, 0, 0), "force on each point (N)"};

  void addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    const type::Vec3 pull = d_pull.value();
    for (std::size_t i = 0; i < x.size(); ++i) f[i] += pull;
  }
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
};

const auto registered =
    core::Register("ConstantPull", "OutsidePlugin", "a constant force on every point").add<ConstantPull>();

}  // namespace outside
