// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "Sofa/Component/Mapping/DistanceGradient.h"
#include "Sofa/Component/Mapping/SparseMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The signed distance of each point to a plane; of bodies the centres count.
template <class In>
class DistanceToPlaneMapping : public SparseMapping<In, type::Vec1Types> {
  using Part = DistancePart<In>;
  using Vector = type::Vec<Part::size>;

 public:
  using Base = SparseMapping<In, type::Vec1Types>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Data<Vector> d_planeNormal{this, "planeNormal", Vector::Zero(), "normal of the plane", {.required = true}};
  core::Data<Vector> d_planePoint{this, "planePoint", Vector::Zero(), "a point of the plane", {.required = true}};

  static std::string staticTemplateName() { return In::name(); }
  bool isLinear() const override { return true; }
  void init() override {
    this->setValid();
    const double length = d_planeNormal->norm();
    if (length > 0 && std::isfinite(length)) {
      // One that has length 1 stays as it is to the last bit, whenever this is called again.
      constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
      if (std::abs(length - 1) > rounding) d_planeNormal.set(d_planeNormal.value() / length);
    } else {
      this->error("planeNormal=\"{}\" has no direction: nothing is mapped.", d_planeNormal.text());
      this->setInvalid();
    }
    Base::init();
  }
  void apply(OutVecCoord& out, const InVecCoord& in) override {
    if (!this->isValid()) return;
    this->resizeOutput(out, in.size());
    const Vector& n = d_planeNormal.value();
    typename Base::Block block = Base::Block::Zero();
    block.template leftCols<Part::size>() = n.transpose();
    this->m_jacobian.clear();
    for (std::size_t i = 0; i < in.size(); ++i) {
      out[i][0] = n.dot(Part::coord(in[i]) - d_planePoint.value());
      this->m_jacobian.add(i, i, block);
    }
  }
};

namespace {
using namespace type;
const auto registered =
    core::Register("DistanceToPlaneMapping", "Sofa.Component.Mapping.Linear", "signed distances of points to a plane")
        .add<DistanceToPlaneMapping<Vec3Types>>(true)
        .add<DistanceToPlaneMapping<Vec2Types>>()
        .add<DistanceToPlaneMapping<Vec6Types>>()
        .add<DistanceToPlaneMapping<Rigid3Types>>()
        .add<DistanceToPlaneMapping<Rigid2Types>>();
}  // namespace

}  // namespace sofa::component::mapping
