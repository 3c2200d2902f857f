// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Component/Engine/NumberedData.h"

namespace sofa::component::engine {

/// An engine with as many inputs as one of its Data says: input1, input2, ... They are there before the other
/// attributes of the scene element are read.
class NumberedEngine : public Engine {
 public:
  void reinit() override {
    createLists();
    connect();
  }

 protected:
  /// The Data that says how many there are.
  virtual Data<Index>& listCount() = 0;
  /// Makes room for that many.
  virtual void resizeLists(Index count) = 0;

  void createLists() {
    constexpr Index most = 10000;  // far beyond use; a slip of the pen must not exhaust the memory
    const Index wanted = listCount().value();
    if (wanted > most) error("{} is {}; there can be {} at most.", listCount().name(), wanted, most);
    resizeLists(std::min(wanted, most));
  }
  void prepareAttributes(const core::ComponentDescription& description) override {
    const std::string& name = listCount().name();
    if (description.has(name)) setAttribute(name, description.get(name));
    createLists();
  }
};

}  // namespace sofa::component::engine
