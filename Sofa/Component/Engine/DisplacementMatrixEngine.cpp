// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/DisplacementMatrixEngine.h"

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::engine {
namespace {

type::Mat4 matrixOf(const type::RigidCoord<3>& frame) {
  type::Mat4 m = type::Mat4::Identity();
  m.topLeftCorner<3, 3>() = frame.orientation.normalized().toRotationMatrix();
  m.topRightCorner<3, 1>() = frame.center;
  return m;
}

}  // namespace

void DisplacementMatrixEngine::init() {
  for (core::BaseData* input : std::initializer_list<core::BaseData*>{&d_x0, &d_x, &d_scales}) addInput(input);
  addOutput(&d_displaceMats);
  setDirty();
}

void DisplacementMatrixEngine::doUpdate() {
  const auto &x0 = d_x0.value(), &x = d_x.value();
  const auto& scales = d_scales.value();
  if (x0.size() != x.size()) warning("x0 has {} frames and x has {}; the rest is left out.", x0.size(), x.size());
  auto& matrices = d_displaceMats.edit();
  matrices.resize(std::min(x0.size(), x.size()));
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    type::Mat4 scale = type::Mat4::Identity();
    if (i < scales.size()) scale.diagonal().head<3>() = scales[i];
    const type::Mat4 rest = matrixOf(x0[i]);
    type::Mat4 back = type::Mat4::Identity();
    back.topLeftCorner<3, 3>() = rest.topLeftCorner<3, 3>().transpose();
    back.topRightCorner<3, 1>() = -back.topLeftCorner<3, 3>() * x0[i].center;
    matrices[i] = matrixOf(x[i]) * scale * back;
  }
}

namespace {
const auto registered = core::Register("DisplacementMatrixEngine", "Sofa.Component.Engine.Transform",
                                       "displacements of frames since rest, as matrices")
                            .add<DisplacementMatrixEngine>(true);
}  // namespace
}  // namespace sofa::component::engine
