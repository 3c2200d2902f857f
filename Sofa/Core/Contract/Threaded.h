// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/Component.h"

namespace sofa::core {

/// A component under the name that the MultiThreading plugin gives to its threaded version, with the Data scenes set
/// there. Every component works in parallel, with the threads of the program.
template <class T>
class Threaded : public T {
 public:
  Data<int> d_nbThreads{this, "nbThreads", 0, "kept for scenes that set it: the threads of the program are used"};
  Data<std::string> d_taskSchedulerType{this, "taskSchedulerType", "_default",
                                        "kept for scenes that set it: there is one scheduler"};
};

}  // namespace sofa::core
