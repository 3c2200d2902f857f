// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Fluid/ParticleSink.h"

#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/MeshModifier.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::fluid {

using type::Index;

namespace {

core::MeshModifier* modifierOf(const core::BaseMeshTopology& mesh) {
  return mesh.context() ? mesh.context()->up<core::MeshModifier>() : nullptr;
}

}  // namespace

template <class DataTypes>
void ParticleSink<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  core::connectMesh(*this, l_topology);
  if (!l_topology || !modifierOf(*l_topology)) {
    this->error(
        "The particles have no mesh that can change: add a PointSetTopologyContainer and a PointSetTopologyModifier to "
        "their node.");
    return this->setInvalid();
  }
  this->d_listening.set(true);
  this->setValid();
}

template <class DataTypes>
void ParticleSink<DataTypes>::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !this->isValid() || !this->mstate() || !l_topology) return;
  const auto& x = this->mstate()->positions();
  std::vector<Index> gone;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i].dot(d_normal.value()) < d_d1.value()) gone.push_back(static_cast<Index>(i));
  if (gone.empty()) return;
  if (auto* modifier = modifierOf(*l_topology)) modifier->removeOfKind(core::ElementKind::point, std::move(gone));
}

template <class DataTypes>
void ParticleSink<DataTypes>::projectVelocity(VecDeriv& v) {
  for (const Index i : d_fixed.value())
    if (i < v.size()) v[i] = Deriv::Zero();
}

/// Positions stay; who stopped is looked up where they are known.
template <class DataTypes>
void ParticleSink<DataTypes>::projectPosition(VecCoord& x) {
  auto& fixed = d_fixed.edit();
  fixed.clear();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i].dot(d_normal.value()) < d_d0.value()) fixed.push_back(static_cast<Index>(i));
}

template <class DataTypes>
void ParticleSink<DataTypes>::draw(core::DrawList& list) const {
  if constexpr (DataTypes::spatialDimensions == 3) {
    if (!d_showPlane.value() || !this->mstate() || !list.shows(type::DisplayFlags::BehaviorModels)) return;
    type::BoundingBox box;
    this->mstate()->includePoints(box, core::vec::position);
    const type::Vec3 n = d_normal.value().normalized();
    if (box.empty() || !n.allFinite()) return;
    const type::Vec3 u = n.unitOrthogonal(), w = n.cross(u), middle = (box.min + box.max) / 2;
    const double half = (box.max - box.min).norm() / 2;
    for (const double d : {d_d0.value(), d_d1.value()}) {
      const type::Vec3 foot = middle + (d / d_normal.value().norm() - middle.dot(n)) * n;
      const type::Vec3 a = foot + half * (u + w), b = foot + half * (w - u), c = foot - half * (u + w),
                       e = foot + half * (u - w);
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, e), std::pair(e, a)})
        list.line(from, to, 1, {0, 0.5f, 0.2f, 1});
    }
  }
}

namespace {
const auto registered =
    core::Register("ParticleSink", "SofaSphFluid", "stops particles and takes them out behind planes")
        .addAll<ParticleSink, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

}  // namespace sofa::component::fluid
