# SPDX-License-Identifier: Apache-2.0
"""Keys as KeypressedEvent names them: characters with the codes of KeyCode."""
from Sofa.constants import KeyCode

globals().update({name: chr(code) for name, code in vars(KeyCode).items() if not name.startswith("_")})
