"""The change while it is being thought out: new texts over the project's own, and what to say about them."""

from dataclasses import dataclass, field

from local.offline_model.project import Project
from local.offline_model.view import Component


@dataclass
class Draft:
    """`texts` maps a path to its new content, None to its removal."""

    project: Project
    texts: dict[str, str | None] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    added: list[Component] = field(default_factory=list)
    alone: bool = False
    """The page consists of the added sections only."""

    def text(self, path: str | None) -> str:
        """The file as it would be now."""
        if path is None:
            return ""
        return (self.texts[path] or "") if path in self.texts else self.project.text(path)

    def has(self, path: str | None) -> bool:
        if path is None:
            return False
        return self.texts[path] is not None if path in self.texts else path in self.project.paths

    def write(self, path: str, text: str) -> bool:
        """Whether this changes anything."""
        if self.has(path) and self.text(path) == text:
            return False
        self.texts[path] = text
        return True

    def delete(self, path: str) -> None:
        if path in self.project.paths:
            self.texts[path] = None
        else:
            self.texts.pop(path, None)

    def changes(self) -> dict[str, str | None]:
        """What differs from the project, removals last and new files before those that use them."""
        own = self.project.files
        real = {path: text for path, text in self.texts.items() if text is None or own.get(path) != text}
        return dict(sorted(real.items(), key=lambda item: (item[1] is None, item[0] in self.project.paths, item[0])))
