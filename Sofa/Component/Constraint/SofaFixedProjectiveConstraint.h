// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/FixedProjectiveConstraint.h"

namespace sofa::component::constraint::projective {
using constraint::FixedProjectiveConstraint;
}
