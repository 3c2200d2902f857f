// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include "Options.h"
#include "Sofa/Helper/Console.h"

namespace {

/// A standard stream that the caller closed would give its number to the next file, and messages would go into that.
void openStandardStreams() {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number)
    if (::fcntl(number, F_GETFD) == -1 && ::open("/dev/null", O_RDWR) == -1) _exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  openStandardStreams();
  std::signal(SIGPIPE, SIG_IGN);  // who reads the messages may leave: the files are written all the same
  std::signal(SIGXFSZ, SIG_IGN);  // a file as large as is allowed is an error of that file
  Options options;
  const auto ended = parseOptions(argc, argv, options);
  const int status = ended ? *ended : runWith(options);
  if (sofa::helper::flushOutput() || status != 0) return status;
  sofa::helper::printText(stderr, "runSofa: standard output could not be written completely.\n");
  return static_cast<int>(sofa::simulation::ExitStatus::badInput);
}
