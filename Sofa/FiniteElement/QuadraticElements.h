// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/Quadratic/Edge3.h"
#include "Sofa/FiniteElement/Quadratic/Hexahedron20.h"
#include "Sofa/FiniteElement/Quadratic/Hexahedron27.h"
#include "Sofa/FiniteElement/Quadratic/Quad8.h"
#include "Sofa/FiniteElement/Quadratic/Quad9.h"
#include "Sofa/FiniteElement/Quadratic/Tetrahedron10.h"
#include "Sofa/FiniteElement/Quadratic/Triangle6.h"
