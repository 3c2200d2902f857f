#pragma once
#include <string>
#include <vector>

/// What Base and Component tell of themselves for Sofa/Core/ObjectModel/GivenAttributes.h.
namespace sofa::core {

class Base;
class BaseData;

/// After parsing: attributes that are neither Data nor links, and the Data that changed with them.
void noteParsing(const Base& object, const std::vector<std::string>& legacy,
                 const std::vector<const BaseData*>& changedByLegacy);
void forgetGivenAttributes(const Base& object);

}  // namespace sofa::core
