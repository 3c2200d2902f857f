// A force field written by its energy only: E = k/4 (|a-b|^2/L^2 - 1)^2 L per edge, a spring that stiffens as it
// stretches.
#include <Sofa/Core/Contract/EnergyForceField.h>
#include <Sofa/Core/Contract/MeshTopology.h>
#include <Sofa/Core/Service/ObjectFactory.h>

using namespace sofa;
using type::Vec3Types;

class StretchEnergyForceField : public core::EnergyForceField<StretchEnergyForceField, Vec3Types, 2> {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 100.0, "force scale of each edge (N)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh whose edges are stretched; default: the node's"};

  void init() override {
    ForceField::init();
    if (!l_topology) l_topology.set(core::meshTopology(*context()));
    if (!l_topology) return error("a topology with edges is needed in this node");
  }
  std::size_t elementCount() const { return l_topology ? l_topology->edges().size() : 0; }
  std::array<type::Index, 2> elementNodes(std::size_t e) const {
    return {l_topology->edges()[e][0], l_topology->edges()[e][1]};
  }

  template <class S>
  S energy(std::size_t e, const std::array<type::Vec<3, S>, 2>& x) const {
    const auto [a, b] = elementNodes(e);
    const double length = (mstate()->restPositions()[a] - mstate()->restPositions()[b]).norm();
    const S stretch = (x[0] - x[1]).dot(x[0] - x[1]) * (1 / (length * length)) - S(1);
    return stretch * stretch * (0.25 * d_stiffness.value() * length);
  }
};

const auto registered = core::Register("StretchEnergyForceField", "ExamplePlugin", "springs known by their energy")
                            .add<StretchEnergyForceField>();
