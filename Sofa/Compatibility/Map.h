// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

namespace sofa::helper {
template <class Key, class Value, class Less = std::less<Key>>
using map = std::map<Key, Value, Less>;
}
