// SPDX-License-Identifier: Apache-2.0
#pragma once
// What nearly every source of the module includes; project headers that change often stay out.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "Sofa/Precompiled.h"
