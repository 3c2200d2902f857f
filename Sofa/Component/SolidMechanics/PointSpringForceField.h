// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::solidmechanics {

/// A spring that holds a point of a body, whatever the type of the body's state.
class PointSpring {
 public:
  virtual ~PointSpring() = default;
  /// Holds the weighted mean of these points of the state or, of bodies that turn, the place that stands at `position`
  /// now.
  virtual void hold(const std::vector<type::Index>& points, const std::vector<double>& weights,
                    const type::Vec3& position) = 0;
  /// The held point at the current positions; none if it does not exist.
  virtual std::optional<type::Vec3> heldPoint() const = 0;
  virtual type::Vec3 target() const = 0;
  virtual void setTarget(const type::Vec3& target) = 0;
  virtual void setStiffness(double stiffness) = 0;
  virtual void setDamping(double damping) = 0;
  virtual void setRestLength(double length) = 0;
};

/// A spring between a place in space and a point of a body: a point of its state, a weighted mean of some, or a point
/// fixed to a frame. What a mouse pulls with.
///
/// With p the held point, d = p - target, l = |d|, u = d / l and v_p the velocity of p:
///
///   F = -stiffness (l - restLength) u - damping v_p,      f_i = J_i^T F,      J_i = dp/dx_i
///
/// for bodies that turn with the lever arm r: J_i = w_i (I, -[r]x). The tangent leaves out what would make it
/// indefinite: the transverse term of a compressed spring and the destabilising part of the turning force, so that
/// every linear solver can use it.
template <class DataTypes>
class PointSpringForceField final : public core::ForceField<DataTypes>, public PointSpring {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;

  core::Data<std::vector<type::Index>> d_points{this, "points", {0}, "points of the state that are held"};
  core::Data<std::vector<double>> d_weights{
      this, "weights", {}, "part of each of the points in the held one; empty: equal parts that sum to 1"};
  core::Data<type::Vec3> d_localPoint{this, "localPoint", type::Vec3::Zero(),
                                      "of bodies that turn: the held point in their frame (m)"};
  core::Data<type::Vec3> d_target{this, "target", type::Vec3::Zero(), "other end of the spring (m)"};
  core::Data<double> d_stiffness{this, "stiffness", 1000.0, "stiffness (N/m)"};
  core::Data<double> d_damping{this, "damping", 0.0, "damping of the held point's velocity (N s/m)"};
  core::Data<double> d_restLength{this, "restLength", 0.0, "length without force (m)"};
  core::Data<type::Color> d_color{this, "color", {0, 1, 0, 1}, "colour it is drawn in", {.group = "Visualization"}};

  void init() override;
  /// Points that go are held no more, the others take over their parts.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x, const VecDeriv& v,
                 core::Linearisation kind) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df, const VecDeriv& dx, double kFactor) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  void buildDampingMatrix(core::DampingMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  bool isConservative() const override { return d_damping.value() == 0; }
  void computeBoundingBox() override {}  // the body's own is the state's
  void draw(core::DrawList& list) const override;

  void hold(const std::vector<type::Index>& points, const std::vector<double>& weights,
            const type::Vec3& position) override;
  std::optional<type::Vec3> heldPoint() const override;
  type::Vec3 target() const override;
  void setTarget(const type::Vec3& target) override { d_target.set(target); }
  void setStiffness(double stiffness) override { d_stiffness.set(stiffness); }
  void setDamping(double damping) override { d_damping.set(damping); }
  void setRestLength(double length) override { d_restLength.set(length); }

 private:
  static constexpr int dimension = DataTypes::spatialDimensions;
  static constexpr int width = DataTypes::derivSize;
  static constexpr int angles = DataTypes::isRigid ? width - dimension : 0;
  using Position = type::Vec<dimension>;
  using Jacobian = type::Mat<dimension, width>;
  using Square = type::Mat<dimension, dimension>;
  using Block = type::Mat<width, width>;

  struct Held {
    type::Index point;
    Jacobian jacobian;
    Block geometric = Block::Zero();
  };

  Position local(const type::Vec3& v) const { return v.head<dimension>(); }
  double weight(std::size_t i) const;
  bool isHeld(std::size_t size) const;
  Position heldPoint(const VecCoord& x) const;
  /// r: from the centre of frame i to the held point, in the world.
  Position arm(const Coord& x) const;
  Jacobian jacobian(const Coord& x, double weight) const;
  Block geometricStiffness(const Position& arm, const Position& force) const;
  template <class Matrix>
  void addBlocks(const Matrix& matrix, const Square& tangent, bool geometric) const;

  /// The force on the held point, with its tangent; false if points are missing.
  bool evaluate(const VecCoord& x, const VecDeriv& v, Position& force, Square& tangent);

  std::vector<Held> m_held;  // where linearised, like the tangent
  Square m_tangent = Square::Zero();
  bool m_told = false;
};

}  // namespace sofa::component::solidmechanics
