// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "Sofa/Core/ObjectModel/Data.h"

namespace sofa::core {

/// The Data of an object one after the other, of type BaseData*. Invalid once a Data comes or goes.
class DataFields {
 public:
  DataFields(const Base& owner, const std::vector<std::int16_t>& distances, const std::vector<BaseData*>* far)
      : m_owner(&owner), m_distances(distances.data()), m_size(distances.size()), m_far(far ? far->data() : nullptr) {}

  class iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = BaseData*;
    using difference_type = std::ptrdiff_t;
    using pointer = BaseData* const*;
    using reference = BaseData*;

    iterator() = default;
    BaseData* operator*() const { return *m_distance != 0 ? BaseData::at(*m_owner, *m_distance) : *m_far; }
    iterator& operator++() {
      if (*m_distance++ == 0) ++m_far;
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator& other) const { return m_distance == other.m_distance; }
    difference_type operator-(const iterator& other) const { return m_distance - other.m_distance; }

   private:
    friend class DataFields;
    iterator(const Base* owner, const std::int16_t* distance, BaseData* const* far)
        : m_owner(owner), m_distance(distance), m_far(far) {}
    const Base* m_owner = nullptr;
    const std::int16_t* m_distance = nullptr;
    BaseData* const* m_far = nullptr;
  };

  iterator begin() const { return {m_owner, m_distances, m_far}; }
  iterator end() const { return {m_owner, m_distances + m_size, nullptr}; }
  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }

 private:
  const Base* m_owner;
  const std::int16_t* m_distances;
  std::size_t m_size;
  BaseData* const* m_far;
};

}  // namespace sofa::core
