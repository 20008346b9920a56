"""Rendering of outputs through Jinja templates."""

from opgen.render.environment import Renderer, check_paths, shipped_templates

__all__ = ["Renderer", "check_paths", "shipped_templates"]
