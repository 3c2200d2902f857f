// SPDX-License-Identifier: Apache-2.0
#include "WriteLog.h"

#include <algorithm>

namespace sofa::python {
namespace {
thread_local WriteLog* openLog = nullptr;
}

WriteLog::~WriteLog() { close(); }

void WriteLog::open() {
  if (m_isOpen) throw std::runtime_error("the log is open already");
  m_outer = openLog;
  openLog = this;
  m_isOpen = true;
}

void WriteLog::close() {
  if (m_isOpen && openLog == this) openLog = m_outer;
  m_isOpen = false;
}

void WriteLog::note(core::BaseData& data) {
  const auto isThis = [&](const Entry& entry) { return entry.data == &data; };
  if (!data.owner() || std::ranges::any_of(m_entries, isThis)) return;
  m_entries.push_back({wrap(data.owner()), &data, data.text(0), data.isSet()});
}

void WriteLog::putBack() {
  for (const auto& entry : m_entries) {
    entry.data->type().read(entry.text, entry.data->rawEdit());
    if (!entry.wasSet) entry.data->unset();
  }
  m_entries.clear();
}

void noteWrite(core::BaseData& data) {
  if (openLog) openLog->note(data);
}

void bindWriteLog(py::module_& m) {
  py::class_<WriteLog>(m, "WriteLog")
      .def(py::init<>())
      .def("__enter__", [](WriteLog& log) { log.open(); })
      .def("__exit__", [](WriteLog& log, const py::args&) { log.close(); })
      .def("put_back", &WriteLog::putBack);
}

}  // namespace sofa::python
