// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/SparseGridTopology.h"

namespace sofa::component::topology {

/// A sparse grid in which parts of the body that are apart in a cell have cells of their own (docs/manual/topology.md,
/// "Sparse grids").
class SparseGridRamificationTopology : public SparseGridTopology {
 public:
  core::Data<bool> d_finestConnectivity{
      this, "finestConnectivity", true,
      "if true, cells that the surface cuts hang together only where one of its edges crosses the face between them"};

 protected:
  std::unique_ptr<geometry::GridCells> coarsened(geometry::SparseGrid finest, const Surface& surface) const override;
};

}  // namespace sofa::component::topology
