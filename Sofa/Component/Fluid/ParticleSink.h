// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::component::fluid {

/// Takes particles out of a state: those behind the plane x . normal = d1 go at the beginning of a step, and those
/// behind x . normal = d0 stop, as a projective constraint of their velocities.
template <class DataTypes>
class ParticleSink : public core::ProjectiveConstraint<DataTypes> {
 public:
  using Base = core::ProjectiveConstraint<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<Deriv> d_normal{this, "normal", Deriv::Unit(1), "normal of both planes"};
  core::Data<double> d_d0{this, "d0", 0.0, "particles with x . normal below this stop (m)"};
  core::Data<double> d_d1{this, "d1", 0.0, "particles with x . normal below this go (m)"};
  core::Data<bool> d_showPlane{this, "showPlane", false, "draw the planes", {.group = "Visualization"}};
  core::Data<std::vector<type::Index>> d_fixed{this, "fixed", {}, "particles that stopped", {.readOnly = true}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh of the particles; default: the one visible from this node"};

  void init() override;
  void handleEvent(core::Event& event) override;
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void projectResponse(VecDeriv&) override {}
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord& x) override;
  void draw(core::DrawList& list) const override;
};

}  // namespace sofa::component::fluid
