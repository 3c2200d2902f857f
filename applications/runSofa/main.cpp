#include "Options.h"

int main(int argc, char** argv) {
  Options options;
  if (const auto status = parseOptions(argc, argv, options)) return *status;
  return runWith(options);
}
