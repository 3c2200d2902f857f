// SPDX-License-Identifier: Apache-2.0
#pragma once
// Components do not call OpenGL: what they draw is recorded, and drawn elsewhere. Sources that include a header of
// SOFA's GL without need compile; those that call its functions draw by vparams->drawTool() instead.
