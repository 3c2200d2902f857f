// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Type/Text.h"

namespace sofa::component::constraint {

/// A point that swings about a place.
template <class DataTypes>
struct Oscillation {
  type::Index point = 0;
  typename DataTypes::Coord mean{};
  typename DataTypes::Deriv amplitude = DataTypes::Deriv::Zero();
  double pulsation = 0;  ///< rad/s
  double phase = 0;      ///< rad
};

/// Makes points swing: x = mean + A sin(w t + phase), v = A w cos(w t + phase); bodies are turned by the rotation
/// vector in the last three numbers of A sin(w t + phase). Forces on them are zero.
template <class DataTypes>
class OscillatorProjectiveConstraint : public core::ProjectiveConstraint<DataTypes> {
 public:
  using Base = core::ProjectiveConstraint<DataTypes>;
  using typename Base::Coord;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<std::vector<Oscillation<DataTypes>>> d_oscillators{
      this, "oscillators", {}, "each: index, mean position, amplitude, pulsation (rad/s), phase (rad)"};

  void init() override;
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord& x) override;
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;

 private:
  double angle(const Oscillation<DataTypes>& o) const { return o.pulsation * this->context()->time() + o.phase; }
};

}  // namespace sofa::component::constraint

template <class DataTypes>
struct sofa::type::TextTraits<sofa::component::constraint::Oscillation<DataTypes>> {
  using Oscillation = sofa::component::constraint::Oscillation<DataTypes>;
  static std::string name() { return std::string("Oscillation<") + DataTypes::name() + ">"; }
  static bool read(TextReader& in, Oscillation& o) {
    return in.read(o.point) && TextTraits<typename DataTypes::Coord>::read(in, o.mean) &&
           TextTraits<typename DataTypes::Deriv>::read(in, o.amplitude) && in.read(o.pulsation) && in.read(o.phase);
  }
  static void write(std::string& out, const Oscillation& o, int precision) {
    out += std::to_string(o.point) + ' ';
    TextTraits<typename DataTypes::Coord>::write(out, o.mean, precision);
    out += ' ';
    TextTraits<typename DataTypes::Deriv>::write(out, o.amplitude, precision);
    for (const double value : {o.pulsation, o.phase}) {
      out += ' ';
      writeScalar(out, value, precision);
    }
  }
};
