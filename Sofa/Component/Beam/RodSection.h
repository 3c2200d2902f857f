// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Component/Beam/BeamCurve.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::beam {

/// The section of a beam, and what it is made of.
struct BeamSection {
  double youngModulus = 0, shearModulus = 0;       ///< Pa
  double area = 0;                                 ///< m^2
  double inertiaY = 0, inertiaZ = 0, torsion = 0;  ///< second moments of area (m^4)
  std::optional<double> massDensity;               ///< kg/m^3, of sections that know it

  static BeamSection circular(double radius, double innerRadius);
  static BeamSection rectangular(double lengthY, double lengthZ);
  /// False, with an error of the owner that names its attributes, if the moduli or the area make no beam.
  bool setMaterial(const core::Base& owner, const core::Data<double>& youngModulus,
                   const core::Data<double>& poissonRatio, std::string_view sizes);
  struct Named {
    std::string_view name;
    double value;
  };
  bool setMaterial(const core::Base& owner, const Named& youngModulus, const Named& poissonRatio,
                   std::string_view sizes);
};

/// A part of a wire, of one section and material: how it is divided, and which shape it has when no force acts.
class RodSection : public core::Component {
 public:
  core::Data<double> d_poissonRatio{this, "poissonRatio", 0.49, "Poisson's ratio"};
  core::Data<double> d_youngModulus{this, "youngModulus", 5000.0, "Young's modulus (Pa)"};
  core::Data<double> d_massDensity{this, "massDensity", 1.0, "mass per volume (kg/m^3)"};
  core::Data<double> d_radius{this, "radius", 1.0, "radius (m)"};
  core::Data<double> d_innerRadius{this, "innerRadius", 0.0, "inner radius, of a hollow wire (m)"};
  core::Data<double> d_length{this, "length", 1.0, "length (m)"};
  core::Data<int> d_nbBeams{this, "nbBeams", 5, "number of beams of the whole part; default: nbEdgesCollis"};
  core::Data<int> d_nbEdgesVisu{this, "nbEdgesVisu", 10, "number of edges that the part is drawn with"};
  core::Data<int> d_nbEdgesCollis{this, "nbEdgesCollis", 20, "number of edges of the part that meet other bodies"};

  void init() override;

  const BeamSection& section() const { return m_section; }
  virtual double length() const { return d_length.value(); }
  /// The frame at a distance from the begin of the part, when no force acts and the part begins at the origin along x.
  virtual Frame restFrame(double distance) const = 0;

 private:
  BeamSection m_section;
};

/// A part that is straight when no force acts.
class RodStraightSection final : public RodSection {
 public:
  Frame restFrame(double distance) const override { return {type::Vec3(distance, 0, 0), type::Quat::Identity()}; }
};

/// A part that is a coil around an axis along y when no force acts.
class RodSpireSection final : public RodSection {
 public:
  core::Data<double> d_spireDiameter{this, "spireDiameter", 0.1, "diameter of the coil (m)"};
  core::Data<double> d_spireHeight{this, "spireHeight", 0.01, "by how much the coil rises with each turn (m)"};

  void init() override;
  Frame restFrame(double distance) const override;
};

}  // namespace sofa::component::beam
