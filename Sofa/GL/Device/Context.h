// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sofa::gl {

/// Finds the functions of OpenGL 3.3 for the context that is current, however it was made (GLX, EGL, Wayland). Throws
/// GlError that names the version found if it is older, or says that there is none.
void loadOpenGL();

}  // namespace sofa::gl
