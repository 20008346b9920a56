"""The ``docs`` target: what specs say of operators, as Markdown and as a page for browsers."""
