// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/Ellipsoid.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::mechanicalload {

/// Ellipsoids fixed to a body push points out, or keep them in if the stiffness is negative; of several the one whose
/// level is the smallest at the point acts, by the law of Ellipsoid in the axes of the body, without the body's
/// velocity. The body gets the opposite of the forces, without lever arm.
class InteractionEllipsoidForceField : public core::BaseForceField {
 public:
  using Points = core::State<type::Vec3Types>;
  using Bodies = core::State<type::Rigid3Types>;

  core::Data<std::vector<type::Vec3>> d_center{this, "center", {}, "centres in the axes of the body"};
  core::Data<std::vector<type::Vec3>> d_radii{
      this, "vradius", {}, "half axes of each ellipsoid (m); the last repeats; empty: 1"};
  core::Data<double> d_stiffness{this, "stiffness", 500.0, "force per part of the radius (N); negative: keeps inside"};
  core::Data<double> d_damping{this, "damping", 5.0, "damping per part of the radius (N s/m)"};
  core::Data<type::Color> d_color{this, "color", {0, 0.5f, 1, 1}, "colour of the drawn ellipsoids"};
  core::Data<bool> d_draw{this, "draw", true, "draw the ellipsoids", {.group = "Visualization"}};
  core::Data<type::Index> d_bodyIndex{this, "object2_dof_index", 0, "number of the body in object2"};
  core::Data<bool> d_bodyForces{this, "object2_forces", true, "if true, the body feels the opposite of the forces"};
  core::Data<bool> d_invert{this, "object2_invert", false, "if true, the ellipsoids move against the body"};
  core::Link<Points> l_object1{this, "object1", "state of the points"};
  core::Link<Bodies> l_object2{this, "object2", "state of the body"};

  static std::string staticTemplateName() { return "Vec3d,Rigid3d"; }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);

  void init() override;
  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) override;
  void accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  bool isConservative() const override { return false; }
  bool isInteraction() const override { return true; }
  std::vector<core::BaseState*> states() const override { return {l_object1.get(), l_object2.get()}; }
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { setEllipsoids(); }

 private:
  struct Contact {
    type::Index point;
    type::Mat<3> tangent;  ///< in the axes of the world
  };
  void setEllipsoids();
  type::RigidCoord<3> frame(core::VecCoordId x) const;
  /// Calls visit(i, place in the frame, ellipsoid) for the points that one acts on.
  template <class Visit>
  void forEachContact(const core::MechanicalParams& params, const type::RigidCoord<3>& frame, const Visit& visit) const;
  bool isComplete() const;

  std::vector<Ellipsoid<3>> m_ellipsoids;
  std::vector<Contact> m_contacts;  ///< where linearised
};

}  // namespace sofa::component::mechanicalload
