// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"

namespace sofa::core {

class Base;
class BaseData;

/// Where an object comes from, and what else nobody needs who simulates: in one piece, which an object made by a
/// program does not have. GivenAttributes.h tells what of it others may know, in a form that is easier to use and
/// larger.
struct Provenance {
  /// Null if there is none.
  static Provenance* of(const Base& object);
  static Provenance& make(const Base& object);

  const std::string* file = nullptr;    ///< in which it is written; shared, as the names below
  const std::string* folder = nullptr;  ///< that file names start from; null: that of the node
  int line = 0;
  bool isGiven = false;     ///< something of what follows is known
  bool namesFiles = false;  ///< among the values
  bool edited = false;
  bool ofScene = false;
  std::size_t serial = 0;
  std::vector<std::pair<const std::string*, std::string>> values;  ///< attributes as written, by the order of names
  std::unique_ptr<ScenePlace> place;
  struct Rare {
    std::string type;
    std::vector<std::string> legacy;
    GivenAttributes::Values fromLegacy;
    std::shared_ptr<const SceneComments> comments;
    std::shared_ptr<const SceneInclude> include;
  };
  std::unique_ptr<Rare> rare;

  /// What belongs to the object and goes with it, one of each type.
  using Attachments = std::vector<std::pair<std::type_index, std::shared_ptr<void>>>;
  std::unique_ptr<Attachments> attachments;

  const std::string* find(std::string_view name) const;
  Rare& makeRare();
};

/// After parsing: attributes that are neither Data nor links, and the Data that changed with them.
void noteParsing(const Base& object, const ComponentDescription& description, const std::vector<std::string>& legacy,
                 const std::vector<const BaseData*>& changedByLegacy);

}  // namespace sofa::core
