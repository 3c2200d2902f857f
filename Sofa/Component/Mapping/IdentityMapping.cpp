// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/IdentityMapping.h"

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void IdentityMapping<In, Out>::init() {
  if (this->l_input && this->l_output && this->l_output->size() != this->l_input->size())
    this->l_output->resize(this->l_input->size());
  Base::init();
}

template <class In, class Out>
bool IdentityMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_input || !this->l_output) return true;
  for (const auto& step : changes.steps)
    if (!step->points().isNothing() && this->l_output->size() == step->points().before())
      this->l_output->followPoints(step->points());
  if (this->l_output->size() != this->l_input->size()) this->l_output->resize(this->l_input->size());
  return true;
}

template <class In, class Out>
void IdentityMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if constexpr (std::is_same_v<In, Out>) {
    out.assign(in.begin(), in.end());
  } else {
    out.resize(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      if constexpr (In::isRigid)
        out[i] = in[i].center;
      else
        out[i] = in[i].template head<Out::coordSize>();
    }
  }
}

template <class In, class Out>
void IdentityMapping<In, Out>::applyJ(OutVecDeriv& out, const InVecDeriv& in) {
  if constexpr (std::is_same_v<In, Out>) {
    out.assign(in.begin(), in.end());
  } else {
    out.resize(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i].template head<Out::derivSize>();
  }
}

template <class In, class Out>
void IdentityMapping<In, Out>::applyJT(InVecDeriv& in, const OutVecDeriv& out) {
  const std::size_t count = std::min(in.size(), out.size());
  for (std::size_t i = 0; i < count; ++i) in[i].template head<Out::derivSize>() += out[i];
}

template <class In, class Out>
void IdentityMapping<In, Out>::buildJacobian(core::JacobianMatrix* jacobian) {
  if (!this->l_input || !this->l_output) return;
  constexpr int in = In::derivSize, out = Out::derivSize;
  const type::Mat<out> one = type::Mat<out>::Identity();
  const auto j = jacobian->block(this->l_output.get(), this->l_input.get());
  const int count = static_cast<int>(std::min(this->l_input->size(), this->l_output->size()));
  for (int i = 0; i < count; ++i) j(out * i, in * i) += one;
}

namespace {
using namespace type;
const auto registered =
    core::Register("IdentityMapping", "Sofa.Component.Mapping.Linear", "points that are those of another state")
        .add<IdentityMapping<Vec3Types, Vec3Types>>()
        .add<IdentityMapping<Vec2Types, Vec2Types>>()
        .add<IdentityMapping<Vec1Types, Vec1Types>>()
        .add<IdentityMapping<Vec6Types, Vec3Types>>()
        .add<IdentityMapping<Vec6Types, Vec6Types>>()
        .add<IdentityMapping<Rigid3Types, Rigid3Types>>()
        .add<IdentityMapping<Rigid2Types, Rigid2Types>>()
        .add<IdentityMapping<Rigid3Types, Vec3Types>>()
        .add<IdentityMapping<Rigid2Types, Vec2Types>>();
}  // namespace

}  // namespace sofa::component::mapping
