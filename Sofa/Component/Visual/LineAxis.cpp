#include "Sofa/Component/Visual/LineAxis.h"

#include "Sofa/Core/ObjectFactory.h"

namespace sofa::component::visual {

void LineAxis::reinit() {
  if (d_axis.value().find_first_not_of("xyz") != std::string::npos)
    warning("axis is \"{}\": the letters x, y and z name axes, others are left out.", d_axis.value());
}

namespace {
const auto registered =
    core::Register("LineAxis", "Sofa.Component.Visual", "the axes of the world as lines through the origin")
        .add<LineAxis>();
}  // namespace

}  // namespace sofa::component::visual
