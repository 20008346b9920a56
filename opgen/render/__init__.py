"""Rendering of outputs through Jinja templates."""

from opgen.render.environment import Renderer, shipped_templates

__all__ = ["Renderer", "shipped_templates"]
