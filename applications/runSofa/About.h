// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

/// What --version prints: version, commit and build, licence, addresses.
std::string aboutText();
