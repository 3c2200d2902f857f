// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/FiniteElement/ElementKernelBodies.h"
#include "Sofa/FiniteElement/HyperelasticSolid.h"

/// Bodies of HyperelasticSolid, for the sources that instantiate it for their kind of element.
namespace sofa::fem {

/// Calls visit with the material of that name as a template argument. False if there is none.
template <class Element>
template <class Visit>
bool HyperelasticSolid<Element>::withMaterial(std::string_view name, const Visit& visit) {
  const auto is = [&](std::size_t i) { return name == names[i]; };
  if (is(0)) return visit.template operator()<ArrudaBoyce>(), true;
  if (is(1)) return visit.template operator()<SaintVenantKirchhoff>(), true;
  if (is(2)) return visit.template operator()<NeoHookean>(), true;
  if (is(3)) return visit.template operator()<MooneyRivlin>(), true;
  if (is(4)) return visit.template operator()<VerondaWestman>(), true;
  if (is(5)) return visit.template operator()<Costa>(), true;
  if (is(6)) return visit.template operator()<Ogden>(), true;
  if (is(7)) return visit.template operator()<StableNeoHookean>(), true;
  return false;
}

template <class Element>
std::size_t HyperelasticSolid<Element>::parameterCount(std::string_view name) {
  std::size_t count = 0;
  withMaterial(name, [&]<template <class> class Material>() { count = sizeof(Material<double>) / sizeof(double); });
  return count;
}

template <class Element>
template <template <class> class Material>
void HyperelasticSolid<Element>::initWith(std::span<const double> parameters, std::span<const Element> elements,
                                          std::span<const Vec3> rest, const std::vector<Index>* changed) {
  Material<double> material;
  std::memcpy(static_cast<void*>(&material), parameters.data(), sizeof material);
  auto* kernel = std::get_if<HyperelasticKernel<Element, Material>>(&m_kernel);
  if (!kernel) kernel = &m_kernel.template emplace<HyperelasticKernel<Element, Material>>();
  kernel->init(elements, rest, {&material, 1}, ElementRotation::identity, changed);
}

template <class Element>
void HyperelasticSolid<Element>::init(std::string_view name, std::span<const double> parameters,
                                      std::span<const Element> elements, std::span<const Vec3> rest,
                                      const std::vector<Index>* changed) {
  withMaterial(name,
               [&]<template <class> class Material>() { initWith<Material>(parameters, elements, rest, changed); });
}
template <class Element>
void HyperelasticSolid<Element>::initCostaWithoutFactor(std::span<const double> parameters,
                                                        std::span<const Element> elements, std::span<const Vec3> rest,
                                                        const std::vector<Index>* changed) {
  initWith<CostaWithoutFactor>(parameters, elements, rest, changed);
}

template <class Element>
void HyperelasticSolid<Element>::addForce(std::span<const Vec3> x, std::span<Vec3> f) const {
  std::visit([&](const auto& kernel) { kernel.addForce(x, f); }, m_kernel);
}
template <class Element>
double HyperelasticSolid<Element>::energy(std::span<const Vec3> x) const {
  return std::visit([&](const auto& kernel) { return kernel.energy(x); }, m_kernel);
}
template <class Element>
void HyperelasticSolid<Element>::linearise(std::span<const Vec3> x, bool positiveDefinite) {
  std::visit([&](auto& kernel) { kernel.linearise(x, positiveDefinite); }, m_kernel);
}
template <class Element>
void HyperelasticSolid<Element>::addForceAndLinearise(std::span<const Vec3> x, std::span<Vec3> f,
                                                      bool positiveDefinite) {
  std::visit([&](auto& kernel) { kernel.addForceAndLinearise(x, f, positiveDefinite); }, m_kernel);
}
template <class Element>
void HyperelasticSolid<Element>::addDForce(std::span<const Vec3> dx, std::span<Vec3> df, double kFactor) const {
  std::visit([&](const auto& kernel) { kernel.addDForce(dx, df, kFactor); }, m_kernel);
}

}  // namespace sofa::fem
