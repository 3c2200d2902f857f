// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/SolidMechanics/SpringForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/ObjectModel/Found.h"

namespace sofa::component::solidmechanics {

/// Springs of a regular grid: along its lines, across its faces and across its cells.
///
/// Rest lengths are those of the grid, not of the state, and stiffness and damping those of a spring of unit length.
/// Springs given as in SpringForceField act too. In assembled systems of SOFA v26.06 those are the only ones
/// (core::reproducesSofa()). `stiffness` and `damping` set the values of all kinds.
template <class DataTypes>
class RegularGridSpringForceField : public SpringForceField<DataTypes> {
 public:
  core::Data<double> d_linesStiffness{
      this, "linesStiffness", 100.0, "stiffness along grid lines (N)", {.aliases = {"stiffness"}}};
  core::Data<double> d_linesDamping{
      this, "linesDamping", 5.0, "damping along grid lines (N s)", {.aliases = {"damping"}}};
  core::Data<double> d_quadsStiffness{
      this, "quadsStiffness", 100.0, "stiffness across faces (N)", {.aliases = {"stiffness"}}};
  core::Data<double> d_quadsDamping{this, "quadsDamping", 5.0, "damping across faces (N s)", {.aliases = {"damping"}}};
  core::Data<double> d_cubesStiffness{
      this, "cubesStiffness", 100.0, "stiffness across cells (N)", {.aliases = {"stiffness"}}};
  core::Data<double> d_cubesDamping{this, "cubesDamping", 5.0, "damping across cells (N s)", {.aliases = {"damping"}}};

  void init() override;
  bool isConservative() const override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  /// The lines of the grid, and the listed springs.
  void draw(core::DrawList& list) const override;

 protected:
  void addMoreSprings(fem::SpringKernel<DataTypes>& kernel) override;
  std::size_t assembledSprings() const override {
    return core::reproducesSofa(*this) ? m_listedSprings : this->kernel().size();
  }

 private:
  core::Found<core::BaseMeshTopology> m_topology;
  bool m_toldMissing = false;
  std::size_t m_listedSprings = 0;  ///< springs of the Data; those of the grid follow
};

}  // namespace sofa::component::solidmechanics
