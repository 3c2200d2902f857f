// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/ObjectModel/TypeInfo.h"

#include <algorithm>

namespace sofa::core {

std::size_t sizeOf(ScalarType type) {
  switch (type) {
    case ScalarType::none:
      return 0;
    case ScalarType::boolean:
      return sizeof(bool);
    case ScalarType::int8:
    case ScalarType::uint8:
      return 1;
    case ScalarType::int16:
    case ScalarType::uint16:
      return 2;
    case ScalarType::int32:
    case ScalarType::uint32:
    case ScalarType::float32:
      return 4;
    case ScalarType::int64:
    case ScalarType::uint64:
    case ScalarType::float64:
      return 8;
  }
  return 0;
}

bool convertible(const TypeInfo& from, const TypeInfo& to) {
  if (&from == &to || from.name() == to.name()) return true;
  if (from.isNumeric() && to.isNumeric()) return true;
  return from.scalar() == TypeInfo::Scalar::text || to.scalar() == TypeInfo::Scalar::text;
}

void convert(const TypeInfo& fromType, const void* from, const TypeInfo& toType, void* to) {
  if (!fromType.isNumeric() || !toType.isNumeric()) {
    toType.read(fromType.write(from, 6), to);
    return;
  }
  const std::size_t available = fromType.scalarCount(from);
  if (!toType.isList()) {
    const std::size_t n = std::min(available, toType.scalarCount(to));
    for (std::size_t i = 0; i < n; ++i) toType.set(to, i, fromType.get(from, i));
    return;
  }
  const std::size_t fromSize = static_cast<std::size_t>(fromType.elementSize()),
                    toSize = static_cast<std::size_t>(toType.elementSize());
  const std::size_t elements = available / fromSize, common = std::min(fromSize, toSize);
  toType.setElementCount(to, 0);  // components the source does not have start from the type's default
  toType.setElementCount(to, elements);
  for (std::size_t e = 0; e < elements; ++e)
    for (std::size_t i = 0; i < common; ++i) toType.set(to, e * toSize + i, fromType.get(from, e * fromSize + i));
}

}  // namespace sofa::core
