// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>

namespace sofa::helper::mesh {

enum class GmshShape { point, line, triangle, quad, tetrahedron, hexahedron, prism, pyramid };

/// A type of elements of Gmsh (reference manual, "Legacy formats" and "Node ordering"). Its first nodes are the
/// corners.
struct GmshType {
  std::int64_t number;
  GmshShape shape;
  std::size_t nodes;

  std::size_t corners() const {
    constexpr std::size_t counts[] = {1, 2, 3, 4, 4, 8, 6, 5};
    return counts[static_cast<std::size_t>(shape)];
  }
};

/// Null if it is not known.
inline const GmshType* findGmshType(std::int64_t number) {
  using enum GmshShape;
  static constexpr GmshType types[] = {
      {1, line, 2},          {2, triangle, 3},     {3, quad, 4},       {4, tetrahedron, 4},   {5, hexahedron, 8},
      {6, prism, 6},         {7, pyramid, 5},      {8, line, 3},       {9, triangle, 6},      {10, quad, 9},
      {11, tetrahedron, 10}, {12, hexahedron, 27}, {13, prism, 18},    {14, pyramid, 14},     {15, point, 1},
      {16, quad, 8},         {17, hexahedron, 20}, {18, prism, 15},    {19, pyramid, 13},     {20, triangle, 9},
      {21, triangle, 10},    {22, triangle, 12},   {23, triangle, 15}, {24, triangle, 15},    {25, triangle, 21},
      {26, line, 4},         {27, line, 5},        {28, line, 6},      {29, tetrahedron, 20}, {30, tetrahedron, 35},
      {31, tetrahedron, 56}, {36, quad, 16},       {37, quad, 25},     {38, quad, 36},        {39, quad, 12},
      {40, quad, 16},        {41, quad, 20},       {90, prism, 40},    {91, prism, 75},       {92, hexahedron, 64},
      {93, hexahedron, 125}};
  const auto* found = std::ranges::find(types, number, &GmshType::number);
  return found == std::end(types) ? nullptr : found;
}

}  // namespace sofa::helper::mesh
