// SPDX-License-Identifier: Apache-2.0
#include <Sofa/Core/Contract/Mass.h>
#include <Sofa/Core/Service/ObjectFactory.h>

#include "AffineTypes.h"

namespace affine {
namespace core = sofa::core;

/// The same box, of uniform density, for every body. With S the integral of rho X X^T, diagonal for a box with sides
/// along its axes, the kinetic energy is m |c'|^2 / 2 + sum over the columns a_j of A of S_jj |a_j'|^2 / 2: the mass
/// matrix is diagonal and constant, and has no gyroscopic forces beside it.
class AffineMass : public core::Mass<Types> {
 public:
  core::Data<double> d_mass{this, "mass", 1.0, "of a body (kg)"};
  core::Data<Vec3> d_size{this, "size", Vec3(1, 1, 1), "sides of the box (m)"};

  void init() override {
    Mass::init();
    if (!(d_mass.value() > 0)) return error("mass=\"{}\": a positive mass is needed", d_mass.value());
    if (!(d_size.value().minCoeff() > 0)) return error("size: three positive lengths are needed");
    setValid();
  }
  void addWeight(Types::VecDeriv& f, const Types::Deriv& gravity) override {
    for (auto& force : f) force += d_mass.value() * gravity;
  }
  void addMDx(Types::VecDeriv& res, const Types::VecDeriv& dx, double factor) override {
    const Types::Deriv m = diagonal();
    for (std::size_t i = 0; i < dx.size(); ++i) res[i] += factor * m.cwiseProduct(dx[i]);
  }
  void accFromF(Types::VecDeriv& a, const Types::VecDeriv& f) override {
    const Types::Deriv m = diagonal();
    for (std::size_t i = 0; i < f.size(); ++i) a[i] = f[i].cwiseQuotient(m);
  }
  bool isDiagonal() const override { return true; }
  double kineticEnergy(const core::MechanicalParams& params) const override {
    double sum = 0;
    for (const auto& v : mstate()->derivs(params.v)) sum += diagonal().dot(v.cwiseProduct(v)) / 2;
    return sum;
  }
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override {
    double sum = 0;
    for (const auto& x : mstate()->coords(params.x)) sum -= d_mass.value() * context()->gravity().dot(x.head<3>());
    return sum;
  }

 private:
  Types::Deriv diagonal() const {
    const double m = d_mass.value();
    const Vec3 s = d_size.value().cwiseProduct(d_size.value()) * (m / 12);
    return Types::Deriv(m, m, m, s[0], s[0], s[0], s[1], s[1], s[1], s[2], s[2], s[2]);
  }
};

namespace {
const auto registered = core::Register("AffineMass", "AffineBodies", "boxes of uniform density").add<AffineMass>();
}  // namespace
}  // namespace affine
