// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/PluginFile.h"

#include <elf.h>
#include <link.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <optional>
#include <vector>

namespace sofa::core {
namespace {

constexpr const char* symbolName = "sofaPluginBuildOptions";
constexpr std::uint64_t mostOptions = 4096;    // bytes of the text
constexpr std::uint64_t mostTable = 1U << 28;  // bytes of a table: a file that claims more is not read

/// An ELF file (the System V Application Binary Interface, chapters 4 and 5) of the word size of this program.
class ElfFile {
 public:
  explicit ElfFile(const std::filesystem::path& file) : m_stream(file, std::ios::binary) {
    std::error_code error;
    m_size = std::filesystem::file_size(file, error);
    if (error) m_size = 0;
  }

  bool readHeader() {
    const auto header = records<ElfW(Ehdr)>(0, 1, sizeof(ElfW(Ehdr)));
    if (header.empty()) return false;
    m_header = header.front();
    constexpr unsigned char ownClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    constexpr unsigned char ownOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    return std::memcmp(m_header.e_ident, ELFMAG, SELFMAG) == 0 && m_header.e_ident[EI_CLASS] == ownClass &&
           m_header.e_ident[EI_DATA] == ownOrder && m_header.e_type == ET_DYN;
  }

  /// The exported variable of that name; nothing if there is none.
  std::optional<ElfW(Sym)> findVariable(std::string_view name) {
    const auto sections = records<ElfW(Shdr)>(m_header.e_shoff, m_header.e_shnum, m_header.e_shentsize);
    for (const auto& section : sections) {
      if (section.sh_type != SHT_DYNSYM || section.sh_link >= sections.size()) continue;
      const auto& names = sections[section.sh_link];
      const std::string text = bytes(names.sh_offset, names.sh_size, mostTable);
      for (const auto& symbol :
           records<ElfW(Sym)>(section.sh_offset, section.sh_size / sizeof(ElfW(Sym)), section.sh_entsize))
        if (isVariable(symbol) && symbol.st_name < text.size() && text.c_str() + symbol.st_name == name) return symbol;
    }
    return std::nullopt;
  }

  /// The first bytes of a variable up to a zero, as they are in the file.
  std::optional<std::string> textOf(const ElfW(Sym) & variable) {
    for (const auto& segment : records<ElfW(Phdr)>(m_header.e_phoff, m_header.e_phnum, m_header.e_phentsize)) {
      if (segment.p_type != PT_LOAD || variable.st_value < segment.p_vaddr) continue;
      const std::uint64_t inside = variable.st_value - segment.p_vaddr;
      if (inside > segment.p_filesz || variable.st_size > segment.p_filesz - inside) continue;
      if (segment.p_offset > m_size || inside > m_size - segment.p_offset) continue;
      const std::string text = bytes(segment.p_offset + inside, variable.st_size, mostOptions);
      const auto end = text.find('\0');
      return end == text.npos ? std::nullopt : std::optional(text.substr(0, end));
    }
    return std::nullopt;
  }

 private:
  static bool isVariable(const ElfW(Sym) & symbol) {
    return (symbol.st_info & 0xf) == STT_OBJECT && symbol.st_shndx != SHN_UNDEF;
  }

  bool isInside(std::uint64_t offset, std::uint64_t size) const { return offset <= m_size && size <= m_size - offset; }

  std::string bytes(std::uint64_t offset, std::uint64_t size, std::uint64_t most) {
    if (size > most || !isInside(offset, size)) return {};
    std::string text(size, '\0');
    m_stream.clear();
    m_stream.seekg(static_cast<std::streamoff>(offset));
    m_stream.read(text.data(), static_cast<std::streamsize>(size));
    return m_stream ? text : std::string();
  }

  /// A table of `count` records, which lie `stride` bytes apart; empty if it is not all there.
  template <class Record>
  std::vector<Record> records(std::uint64_t offset, std::uint64_t count, std::uint64_t stride) {
    if (stride != sizeof(Record) || count > mostTable / sizeof(Record)) return {};
    const std::string text = bytes(offset, count * sizeof(Record), mostTable);
    std::vector<Record> all(text.size() / sizeof(Record));
    if (!all.empty()) std::memcpy(all.data(), text.data(), all.size() * sizeof(Record));
    return all;
  }

  std::ifstream m_stream;
  std::uint64_t m_size = 0;
  ElfW(Ehdr) m_header{};
};

}  // namespace

PluginFile inspectPlugin(const std::filesystem::path& file) {
  ElfFile elf(file);
  if (!elf.readHeader()) return {"it is no shared library for this machine", {}};
  const auto variable = elf.findVariable(symbolName);
  const auto options = variable ? elf.textOf(*variable) : std::nullopt;
  if (!options) return {std::string("it does not hold ") + symbolName + ": build it with sofa_add_plugin()", {}};
  return {{}, *options};
}

}  // namespace sofa::core
