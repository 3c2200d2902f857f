#pragma once
#include <string>

/// What --version prints: version, commit and build, licence, addresses.
std::string aboutText();
