"""Rendering of outputs through Jinja templates."""

from opgen.render.environment import Renderer, check_paths, shipped_templates
from opgen.render.kept import Renderings

__all__ = ["Renderer", "Renderings", "check_paths", "shipped_templates"]
