// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "Sofa/Core/ObjectModel/Data.h"

namespace sofa::component::mass {

/// Writes a value the component computed: the Data does not count as given by the scene because of it.
template <class T>
void publish(core::Data<T>& data, T value) {
  const bool given = data.isSet();
  data.set(std::move(value));
  if (!given) data.unset();
}

/// The same of a value that is changed in its place.
template <class T, class Change>
void republish(core::Data<T>& data, const Change& change) {
  const bool given = data.isSet();
  change(data.edit());
  if (!given) data.unset();
}

}  // namespace sofa::component::mass
