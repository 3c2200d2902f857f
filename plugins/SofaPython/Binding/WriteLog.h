// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Handle.h"

namespace sofa::python {

/// Values that Data had before scripts wrote to them: what an environment puts back when an episode begins anew. Each
/// Data is noted once, when it is written first while the log is open on the thread that writes.
class WriteLog {
 public:
  WriteLog() = default;
  ~WriteLog();
  WriteLog(const WriteLog&) = delete;
  WriteLog& operator=(const WriteLog&) = delete;

  void open();
  void close();
  /// Gives the Data the values they had, and forgets them.
  void putBack();
  void note(core::BaseData& data);

 private:
  struct Entry {
    py::object owner;  // keeps the Data
    core::BaseData* data;
    std::string text;
    bool wasSet;
  };
  std::vector<Entry> m_entries;
  WriteLog* m_outer = nullptr;
  bool m_isOpen = false;
};

/// A script is about to write to the Data.
void noteWrite(core::BaseData& data);

void bindWriteLog(py::module_& m);

}  // namespace sofa::python
