// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Capture/Frame.h"
#include "Sofa/GL/Capture/ShadingNormals.h"

namespace sofa::gl {

/// The faces and edges of a visual model by groups, with the vertices that its normals ask for. Faces that name a
/// vertex that is not there are left out.
std::shared_ptr<const SurfaceMesh> buildSurfaceMesh(const component::visual::VisualModelImpl& model,
                                                    const ShadingNormals& normals);

}  // namespace sofa::gl
