#include "Sofa/Component/Mapping/SquareDistanceMapping.h"

#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

template <class In, class Out>
void SquareDistanceMapping<In, Out>::draw(core::DrawList& list) const {
  if (!this->l_input || !l_topology || !list.shows(type::DisplayFlags::MechanicalMappings)) return;
  const double radius = d_showObjectScale.value();
  const auto style = radius > 0 ? core::SegmentStyle::cylinder : core::SegmentStyle::line;
  const auto& x = this->l_input->positions();
  for (const type::Edge& e : l_topology->edges())
    if (core::namesOnly(e, x.size()))
      core::drawSegment(list, style, In::position(x[e[0]]), In::position(x[e[1]]), radius, d_showColor.value());
}

namespace {
const auto registered = core::Register("SquareDistanceMapping", "Sofa.Component.Mapping.NonLinear",
                                       "squared lengths of the edges of a mesh")
                            .add<SquareDistanceMapping<type::Vec3Types, type::Vec1Types>>()
                            .add<SquareDistanceMapping<type::Rigid3Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
