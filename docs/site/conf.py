"""Settings of Sphinx for the site; build.py lays out the pages and calls it."""
import os

project = "Sofa"
copyright = "the authors of this project; Apache-2.0"  # noqa: A001
author = "the authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "breathe"]
root_doc = "index"
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}

html_theme = "furo"
html_title = "Sofa"
html_show_sourcelink = False
html_copy_source = False

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "html_image"]
suppress_warnings = ["myst.header", "ref.cpp", "duplicate_declaration.cpp", "cpp.duplicate_declaration"]
highlight_language = "none"

breathe_projects = {"Sofa": os.environ.get("SOFA_DOXYGEN_XML", "")}
breathe_default_project = "Sofa"
breathe_default_members = ("members",)
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
