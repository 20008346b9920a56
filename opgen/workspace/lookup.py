"""Look up what is known of an output: what it holds, what was written there, what it was called.

Reads only. Must not know what is decided about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from opgen.dataclass import dataclass, replace
from opgen.outputs import Ownership, RelPath
from opgen.workspace.ancestor import ancestors
from opgen.workspace.conventions import LINE_FEED, just_feeds
from opgen.workspace.decide import Known
from opgen.workspace.formatting import Formats, FormatterError, relocated
from opgen.workspace.fs import Fs
from opgen.workspace.manifest import Entry, Manifest, raw_path
from opgen.workspace.returning import kept_for
from opgen.workspace.store import Store, read_base
from opgen.workspace.text import Text, digest, encoded

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from opgen.outputs import RenderedFile


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where to look.

    Attributes:
        fs: The files.
        store: What was kept when the plan was begun.
        formats: The formatters that the renderings were laid out by.
        rendered: All paths that are rendered.
        whole: For outputs that take the place of gone ones, those.
        line_end: Says what line end a new file has.
    """

    fs: Fs
    store: Store
    formats: Formats
    rendered: AbstractSet[RelPath]
    whole: Mapping[RelPath, RelPath]
    line_end: Callable[[RelPath], bytes] = just_feeds

    def known(self, file: RenderedFile) -> Known:
        """Return what there is of an output.

        Raises:
            OSError: It can't be read.
        """
        user = self.fs.read(file.path)
        entry = self.store.manifest.entries.get(file.path)
        if user is None and entry is None:
            renamed = self._renamed(file)
            if renamed is not None:
                return renamed
        base, lost = (None, False) if entry is None else self._base(file, entry)
        if entry is not None and base is None and file.ownership is Ownership.EDITABLE:
            entry, base = self._before_branches(entry)
        if user is not None and entry is None:
            kept = kept_for(file, self.store.opens, self.fs)
            if kept is not None and kept.entry.path == file.path:
                entry, base, lost = kept.entry, kept.base or None, True
        known = Known(
            file,
            user,
            entry,
            base,
            lost=lost,
            mixed=file.path in self.store.manifest.mixed,
            is_read_only=partial(self._is_read_only, file.path, user),
            line_end=self.line_end(file.path) if user is None and entry is None else LINE_FEED,
        )
        return self._laid_out(known)

    def _laid_out(self, known: Known) -> Known:
        """Return what is known with base and user's text laid out as the rendering is."""
        file, entry, base = known.file, known.entry, known.base
        formatter = self.formats.of(file.path) if file.formatter else None
        if formatter is None or entry is None or base is None or base == known.new:
            return known
        try:
            entry, base = self.in_layout(file, entry, base)
            known = replace(known, base=base, entry=entry)
            if known.user is not None:
                known = replace(known, laid_out=formatter.format(file.path, known.user))
        except FormatterError:
            # Half of what somebody wrote may not be formattable yet: compare it as it is.
            return known
        return known

    def in_layout(self, file: RenderedFile, entry: Entry, base: bytes) -> tuple[Entry, bytes]:
        """Return a rendering of the past, laid out as a file is now.

        Raises:
            FormatterError: It can't be.
        """
        formatter = self.formats.of(file.path) if file.formatter else None
        if formatter is None or entry.formatter == file.formatter:
            return entry, base
        anew = formatter.format(file.path, self._raw(entry) or base)
        regions = relocated(entry.rendering(base), Text(anew), file.path)
        return replace(entry, regions=regions, formatter=file.formatter), anew

    def _raw(self, entry: Entry) -> bytes | None:
        """Return a base as it was before it was laid out, if it's known.

        What one formatter has broken or joined, another one may not put back.
        """
        raw = self.fs.read(raw_path(entry.path)) if entry.raw else None
        return raw if raw is not None and digest(raw) == entry.raw else None

    def _renamed(self, file: RenderedFile) -> Known | None:
        """Return what is known of a file under its former path, if it may move from there."""
        source = self.whole.get(file.path, file.renamed_from)
        entry = self.store.manifest.entries.get(source) if source else None
        if source is None or entry is None or source in self.rendered:
            return None
        user = self.fs.read(source)
        base, _ = self._base(file, entry)
        if user is not None and base is None and file.ownership is Ownership.EDITABLE:
            return None
        is_read_only = partial(self._is_read_only, source, user)
        known = Known(file, user, entry, base, source=source, is_read_only=is_read_only)
        return self._laid_out(known)

    def _is_read_only(self, path: RelPath, user: bytes | None) -> bool:
        return user is not None and self.fs.is_read_only(path)

    def base(self, entry: Entry) -> bytes | None:
        """Return the base of an editable file, if it is what the manifest says it is."""
        return read_base(self.fs, entry)

    def _base(self, file: RenderedFile, entry: Entry) -> tuple[bytes | None, bool]:
        """Return the base of a file, and whether it was lost.

        A lost one doesn't matter as long as the rendering is what was last published.
        """
        if file.ownership is not Ownership.EDITABLE:
            return None, False
        stored = read_base(self.fs, entry)
        new = encoded(file.text)
        if stored is None and digest(new) == entry.sha:
            return new, True
        return stored, stored is None

    def _before_branches(self, entry: Entry) -> tuple[Entry, bytes | None]:
        """Return the rendering that two merged branches had in common, for one that git mixed.

        It is used only if the manifest of that time says it is what was written.
        """
        if self.fs.read(entry.base_path) is None:
            return entry, None
        shards = ancestors(self.fs.root, entry.shard)
        known = [Manifest.parse([shard]).entries.get(entry.path) for shard in shards]
        for base in ancestors(self.fs.root, entry.base_path):
            for before in known:
                if before is not None and before.sha == digest(base):
                    return replace(entry, regions=before.regions), base
        return entry, None
