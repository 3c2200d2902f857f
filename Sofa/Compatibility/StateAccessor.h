// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Object.h"
#include "Sofa/Compatibility/State.h"

namespace sofa::core::behavior {

/// A component that looks at one state.
template <class TDataTypes>
class SingleStateAccessor : public objectmodel::BaseObject {
 public:
  using DataTypes = TDataTypes;
  core::Link<State<DataTypes>> l_mstate{this, "mstate", "state; default: the one visible from here"};
  StateLink<DataTypes> mstate{l_mstate};

  explicit SingleStateAccessor(State<DataTypes>* state = nullptr) {
    if (state) l_mstate.set(state);
  }
  State<DataTypes>* getMState() const { return mstate.get(); }
  static bool canCreate(Node& node, const ComponentDescription& description, std::string& why) {
    return checkState<DataTypes>(node, description, "mstate", why);
  }
  void init() override {
    objectmodel::BaseObject::init();
    requireState(*this, l_mstate);
  }
};

/// One that looks at two.
template <class TDataTypes1, class TDataTypes2 = TDataTypes1>
class PairStateAccessor : public objectmodel::BaseObject {
 public:
  core::Link<State<TDataTypes1>> l_object1{this, "object1", "first state"};
  core::Link<State<TDataTypes2>> l_object2{this, "object2", "second state"};
  StateLink<TDataTypes1> mstate1{l_object1};
  StateLink<TDataTypes2> mstate2{l_object2};

  State<TDataTypes1>* getMState1() const { return mstate1.get(); }
  State<TDataTypes2>* getMState2() const { return mstate2.get(); }
};

}  // namespace sofa::core::behavior
