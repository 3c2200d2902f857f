#pragma once

namespace sofa::helper {

/// For whom the calling thread works: what the latest WorksFor says, else null. The threads of a parallel loop work for
/// whom the thread does that started the loop, so that what they say is taken for what it is.
const void* worksFor();

/// As long as it lives, the thread works for `whom`, with threads that work for nobody else meanwhile.
class WorksFor {
 public:
  explicit WorksFor(const void* whom);
  ~WorksFor();
  WorksFor(const WorksFor&) = delete;
  WorksFor& operator=(const WorksFor&) = delete;

 private:
  const void* m_before;
};

}  // namespace sofa::helper
