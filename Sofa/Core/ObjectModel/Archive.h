// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sofa::core {

/// Binary record of what a component carries from one step to the next, written and read by the same code: each class
/// lists its members once in Component::archive().
class Archive {
 public:
  Archive() = default;                                                        ///< for writing
  explicit Archive(std::string_view bytes) : m_in(bytes), m_loading(true) {}  ///< for reading

  bool isLoading() const { return m_loading; }
  /// False once a read went beyond the end or did not fit.
  bool isGood() const { return m_good; }
  void fail() { m_good = false; }
  /// Whether a mesh of the scene was changed, so that states may have other sizes than the scene gives them.
  bool sizesDiffer() const { return m_sizesDiffer; }
  void setSizesDiffer() { m_sizesDiffer = true; }
  bool atEnd() const { return m_in.empty(); }
  const std::string& bytes() const { return m_out; }

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void io(T& value) { raw(&value, sizeof(T)); }
  template <class T>
  void io(std::vector<T>& values) {
    std::uint64_t n = values.size();
    io(n);
    if (m_loading) {
      if (n > m_in.size() / sizeof(T)) m_good = false;
      if (!m_good) return;
      values.resize(n);
    }
    raw(values.data(), n * sizeof(T));
  }
  void io(std::string& text) {
    std::vector<char> characters(text.begin(), text.end());
    io(characters);
    if (m_loading) text.assign(characters.begin(), characters.end());
  }

 private:
  void raw(void* data, std::size_t n) {
    if (!m_loading) {
      m_out.append(static_cast<const char*>(data), n);
    } else if (!m_good || n > m_in.size()) {
      m_good = false;
    } else if (n > 0) {
      std::memcpy(data, m_in.data(), n);
      m_in.remove_prefix(n);
    }
  }

  std::string m_out;
  std::string_view m_in;
  bool m_loading = false;
  bool m_good = true;
  bool m_sizesDiffer = false;
};

}  // namespace sofa::core
