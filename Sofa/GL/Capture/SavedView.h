// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "Sofa/Geometry/Camera.h"

namespace sofa::gl {

/// Views saved beside a scene: SCENE.view, XML with the camera's position, orientation, field of view,
/// distance to the point looked at, clipping distances and projection.
std::string savedViewFile(const std::string& scene);
/// Views with names lie beside that: SCENE.NAME.view. Empty if a file cannot be called so.
std::string savedViewFile(const std::string& scene, const std::string& name);
/// Names of the views saved beside a scene, sorted.
std::vector<std::string> savedViewNames(const std::string& scene);

/// False with a reason if the file cannot be read or holds no view; the camera is unchanged then. Values that the file
/// lacks stay as they are, and so does the size of the view. Also reads the older form, two lines of numbers: the
/// position of the world's origin in the axes of the camera (m), and the camera's orientation as a quaternion x y z w.
bool readView(const std::string& file, geometry::Camera& camera, std::string& reason);
/// Through a temporary beside it. False with a reason if that fails.
bool writeView(const std::string& file, const geometry::Camera& camera, std::string& reason);

}  // namespace sofa::gl
