// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Core/Contract/State.h"

namespace sofa::gl {

/// Values of the points of a mechanical state as values of the points of a state that mappings drive from it: each
/// mapping's Jacobian, with which it carries velocities, applied to vectors (value, 0, 0), and divided by what it makes
/// of (1, 0, 0). For mappings that interpolate this is the interpolation of the values. No state is touched.
///
/// Nothing if no chain of mappings leads there, if one of them knows neither points nor rigid bodies, has several
/// inputs, or does not interpolate: its weights do not sum to 1 somewhere.
std::optional<std::vector<double>> transferValues(const core::BaseState& from, const core::BaseState& to,
                                                  const std::vector<double>& values);

}  // namespace sofa::gl
