// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Types.h"

/// Names that moved from one namespace of SOFA to another, where code written before still expects them.
namespace sofa::defaulttype {
using type::Mat;
using type::Vec;
using type::Vec1d;
using type::Vec2;
using type::Vec2d;
using type::Vec2f;
using type::Vec3;
using type::Vec3d;
using type::Vec3f;
using type::Vec3i;
using type::Vec4;
using type::Vec4d;
using type::Vec4f;
using type::Vec6d;
using Vector2 = type::Vec2;
using Vector3 = type::Vec3;
using Vector4 = type::Vec4;
using Vector6 = type::Vec6;
using type::Mat2x2;
using type::Mat3x3;
using type::Mat3x3d;
using type::Mat4x4;
using type::Mat6x6;
}  // namespace sofa::defaulttype

namespace sofa::helper {
using type::fixed_array;
using type::SVector;
template <class T>
using vector = std::vector<T>;
}  // namespace sofa::helper

namespace sofa::type {
using Vector2 = Vec2;
using Vector3 = Vec3;
using Vector4 = Vec4;
using Vector6 = Vec6;
using Matrix3 = Mat3;
using Matrix4 = Mat4;
}  // namespace sofa::type
