# SPDX-License-Identifier: Apache-2.0
"""There is one viewer; nothing needs this module to find it."""
