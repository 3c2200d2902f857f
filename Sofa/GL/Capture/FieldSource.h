// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/GL/Capture/FieldColors.h"

/// Where the values of fields are found.
namespace sofa::gl {

/// Which list of a mesh values belong to, by their number and the name of their Data.
enum class FieldPlace { nowhere, points, triangles, quads, tetrahedra, hexahedra };

/// State and topology that the values of a component refer to.
struct FieldMesh {
  const core::BaseState* state = nullptr;
  const core::BaseMeshTopology* topology = nullptr;

  explicit FieldMesh(const core::Component& component);
  FieldPlace placeOf(const std::string& name, std::size_t count) const;
};

inline constexpr std::string_view displacementField = "displacement";
inline constexpr std::string_view differenceField = "difference";

/// Positions less rest positions can be told.
bool hasDisplacement(const core::BaseState& state);
/// Norms of the elements of a list of reals; of states of bodies that turn, of the linear part.
std::vector<double> fieldValues(const core::BaseData& data, const core::BaseState& state);
std::vector<double> displacements(const core::BaseState& state);
/// The Data can be filled on demand by its component, though it is empty now.
bool isStress(const core::BaseData& data);

}  // namespace sofa::gl
