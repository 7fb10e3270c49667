"""How Sphinx builds the manual."""

project = "Rulewright"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {
    "description": "Do the rules of a tabletop game say what you think they say?",
    "fixed_sidebar": True,
    "page_width": "1100px",
}
myst_heading_anchors = 3
highlight_language = "text"
