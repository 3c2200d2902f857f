// SPDX-License-Identifier: Apache-2.0
#include "Sofa/FiniteElement/PointMaterial.h"

#include "Sofa/FiniteElement/Guccione.h"
#include "Sofa/FiniteElement/Hyperelastic.h"
#include "Sofa/FiniteElement/PositiveTangent.h"
#include "Sofa/FiniteElement/SpectralTangent.h"

namespace sofa::fem {

namespace {

/// Any material of Material.h.
template <template <class> class Material>
class OfF final : public PointMaterial {
 public:
  static constexpr std::size_t count = sizeof(Material<double>) / sizeof(double);
  explicit OfF(std::span<const double> parameters) {
    static_assert(sizeof(Material<Pack>) == count * sizeof(Pack));
    for (std::size_t i = 0; i < count; ++i) {
      const Pack value = broadcast(i < parameters.size() ? parameters[i] : 0.0);
      std::memcpy(reinterpret_cast<char*>(&m_material) + i * sizeof(Pack), &value, sizeof(Pack));
    }
  }
  Pack energy(const Matrix3<Pack>& f) const override { return materialEnergy(m_material, f); }
  void stress(const Matrix3<Pack>& f, Matrix3<Pack>& p) const override { materialStress(m_material, f, p); }
  void tangent(const Matrix3<Pack>& f, TangentOfF<Pack>& a) const override {
    materialTangent(m_material, f, broadcast(1), a);
  }
  void positiveTangent(const Matrix3<Pack>& f, TangentOfF<Pack>& a) const override {
    if constexpr (IsotropicMaterial<Material<Pack>>) {
      SpectralTangent<Pack> t;
      lineariseMaterial(m_material, f, broadcast(1), true, t);
      writeTangent(t, a);
    } else {
      tangent(f, a);
      makePositive(a);
    }
  }

 private:
  Material<Pack> m_material;
};

/// Hooke's law of sym(F) - I.
class SmallHooke final : public PointMaterial {
 public:
  explicit SmallHooke(std::span<const double> p) : m_law{broadcast(p[1]), broadcast(p[0])} {}
  Pack energy(const Matrix3<Pack>& f) const override { return m_law.energy(strain(f)); }
  void stress(const Matrix3<Pack>& f, Matrix3<Pack>& p) const override { m_law.stress(strain(f), p); }
  void tangent(const Matrix3<Pack>&, TangentOfF<Pack>& a) const override {
    forEachTangentEntry([&](int entry, int i, int j, int k, int l) {
      a[entry] = Pack{};
      if (i == j && k == l) a[entry] += m_law.lambda;
      if (i == k && j == l) a[entry] += m_law.mu;
      if (i == l && j == k) a[entry] += m_law.mu;
    });
  }
  /// It has none.
  void positiveTangent(const Matrix3<Pack>& f, TangentOfF<Pack>& a) const override { tangent(f, a); }
  bool isOfSmallStrain() const override { return true; }

 private:
  static Matrix3<Pack> strain(const Matrix3<Pack>& f) {
    Matrix3<Pack> e;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) e.m[i][j] = 0.5 * (f(i, j) + f(j, i)) - (i == j ? 1.0 : 0.0);
    return e;
  }
  HookeLaw<Pack> m_law;
};

template <template <class> class Material>
constexpr MaterialKind kind(std::string_view name, std::string_view parameters, std::size_t defaults = 0) {
  return {
      name, parameters, OfF<Material>::count, defaults,
      [](std::span<const double> p) -> std::unique_ptr<PointMaterial> { return std::make_unique<OfF<Material>>(p); }};
}

constexpr MaterialKind kinds[] = {
    {"Hooke", "mu lambda", 2, 0,
     [](std::span<const double> p) -> std::unique_ptr<PointMaterial> { return std::make_unique<SmallHooke>(p); }},
    kind<SaintVenantKirchhoff>("StVenantKirchhoff", "mu lambda"),
    kind<NeoHookean>("NeoHookean", "mu lambda"),
    kind<StableNeoHookean>("StableNeoHookean", "mu lambda"),
    kind<MooneyRivlin>("MooneyRivlin", "c1 c2 k0"),
    kind<VerondaWestman>("VerondaWestman", "c1 c2 k0"),
    kind<ArrudaBoyce>("ArrudaBoyce", "mu k0"),
    kind<Ogden>("Ogden", "mu alpha k0"),
    kind<Costa>("Costa", "a k0 bff bfs bss bfn bsn bnn"),
    kind<Guccione>("Guccione", "c bf bt bfs k0 tension", 1)};

}  // namespace

std::span<const MaterialKind> materialKinds() { return kinds; }

}  // namespace sofa::fem
