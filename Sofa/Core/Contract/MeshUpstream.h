// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {

/// The mesh that `reader` finds from its node, as meshTopology() does, but for those that follow what `reader`
/// computes: what was there before it is meant then, in its own node a mesh that was declared before it.
BaseMeshTopology* meshUpstreamOf(const Component& reader);

/// Whether a Data of the component follows, over links, a Data of `source`.
bool followsDataOf(const Component& component, const Component& source);

}  // namespace sofa::core
