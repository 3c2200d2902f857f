// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/IndexedConstraint.h"

namespace sofa::component::constraint {

/// Leads points along a curve, all of them along the same, from BeginTime to EndTime; before and after they are free.
/// Of bodies the centre is led, and the rotation held.
template <class DataTypes>
class TimedPath : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  TimedPath() : IndexedConstraint<DataTypes>({}) {}

  core::Data<double> d_beginTime{this, "BeginTime", 0.0, "start of the movement (s)"};
  core::Data<double> d_finishTime{this, "EndTime", 0.0, "end of the movement (s), later than its start"};

  void init() override;
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord& x) override;
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override;

 protected:
  /// At u in [0, 1], from BeginTime to EndTime.
  virtual type::Vec3 place(double u) const = 0;
  /// Of the point of this rank among the led ones.
  virtual type::Vec3 velocity(double u, std::size_t rank) const = 0;
  double duration() const { return d_finishTime.value() - d_beginTime.value(); }

 private:
  /// Where on the curve the points are now, if they are on it.
  std::optional<double> progress() const {
    const double t = this->context()->time();
    if (t < d_beginTime.value() || t > d_finishTime.value()) return {};
    return (t - d_beginTime.value()) / duration();
  }
};

template <class DataTypes>
void TimedPath<DataTypes>::init() {
  IndexedConstraint<DataTypes>::init();
  if (duration() > 0 || !this->isValid()) return;
  this->error("EndTime ({}) must be later than BeginTime ({}).", d_finishTime.value(), d_beginTime.value());
  this->setInvalid();
}

template <class DataTypes>
void TimedPath<DataTypes>::projectPosition(VecCoord& x) {
  const auto u = progress();
  if (!u) return;
  for (const type::Index i : this->points()) DataTypes::setPosition(x[i], place(*u));
}

template <class DataTypes>
void TimedPath<DataTypes>::projectVelocity(VecDeriv& v) {
  const auto u = progress();
  if (!u) return;
  std::size_t rank = 0;
  for (const type::Index i : this->points()) v[i] = DataTypes::linear(velocity(*u, rank++));
}

template <class DataTypes>
void TimedPath<DataTypes>::projectResponse(VecDeriv& d) {
  if (!progress()) return;
  for (const type::Index i : this->points()) d[i].setZero();
}

template <class DataTypes>
void TimedPath<DataTypes>::applyConstraint(core::ZeroDirichletCondition* matrix) {
  if (this->mstate() && this->isValid() && this->isActive() && progress()) this->discardPoints(*matrix);
}

template <class DataTypes>
void TimedPath<DataTypes>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->isValid() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
  constexpr int pieces = 32;
  for (int i = 0; i < pieces; ++i)
    list.line(place(double(i) / pieces), place(double(i + 1) / pieces), 1, {1, 0.5f, 0.5f, 1});
}

}  // namespace sofa::component::constraint
