// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "Sofa/Core/Contract/MeshChange.h"

namespace sofa::core {

/// Whether elements of the kind come and go while a scene runs.
template <class E>
inline constexpr bool comesAndGoes =
    std::is_same_v<E, type::Edge> || std::is_same_v<E, type::Triangle> || std::is_same_v<E, type::Quad> ||
    std::is_same_v<E, type::Tetrahedron> || std::is_same_v<E, type::Hexahedron>;

/// The elements around each point of a mesh, its star, which follow changes where these are: a change of a few elements
/// costs what is around them, not a look at the whole mesh. Obtained from BaseMeshTopology::stars(); references stay
/// good until the mesh changes.
class MeshStars {
 public:
  using Index = type::Index;

  explicit MeshStars(const BaseMeshTopology& mesh) : m_mesh(&mesh) {}

  /// Numbers of the elements E that name the point, ascending; none of one that the mesh does not have, which a list
  /// that was edited may name.
  template <class E>
  const std::vector<Index>& around(Index point) const {
    static const std::vector<Index> none;
    const Stars& stars = starsOf<E>();
    return point < stars.size() ? stars[point] : none;
  }
  /// Of those that name any of some points, ascending, each once.
  template <class E>
  std::vector<Index> around(std::span<const Index> points) const;
  /// Numbers, after the last changes of the mesh, of the elements E that have another number by these, came, or name a
  /// point that has another number; ascending.
  template <class E>
  std::vector<Index> changedBy(const MeshChanges& changes) const;

  /// Takes a change of the mesh in, after it.
  void follow(const MeshChange& change);

 private:
  using Stars = std::vector<std::vector<Index>>;
  template <class E>
  const Stars& starsOf() const {
    auto& stars = m_stars[static_cast<std::size_t>(kindOf<E>())];
    if (!stars) stars = build<E>();
    return *stars;
  }
  template <class E>
  Stars build() const;
  template <class E>
  void followKind(const MeshChange& change);

  const BaseMeshTopology* m_mesh;
  mutable std::array<std::optional<Stars>, elementKinds> m_stars;
};

}  // namespace sofa::core
