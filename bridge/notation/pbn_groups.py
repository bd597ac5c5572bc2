"""The middle layer of PBN: which tags and words belong to one record, and what a record takes from the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bridge.notation.pbn_lexer import BlankLine, Item, Remark, Tag, Word, is_table
from bridge.notation.pbn_values import repeats
from bridge.notation.problems import Problem

SECTIONS = ("Auction", "Play")

# A record that has one of these stands on its own; without any, tags after a blank line belong to the one before.
_IDENTIFYING = frozenset({"Event", "Site", "Date", "Board", "West", "North", "East", "South"})
_FRAME = ("Board", "Dealer", "Vulnerable", "Deal")


@dataclass(slots=True)
class Group:
    """The tags, words and notes of one record, before anything is made of them."""

    line: int
    tags: dict[str, Tag] = field(default_factory=dict)
    words: dict[str, list[Word]] = field(default_factory=dict)
    """Words after a tag, by its name."""
    notes: dict[str, dict[str, str]] = field(default_factory=lambda: {section: {} for section in SECTIONS})
    """Text of each numbered note, by section."""
    remarks: list[tuple[str, int, str]] = field(default_factory=list)
    """The section, or ``""`` before the first, the number of its words before the remark, and its text."""
    problems: list[Problem] = field(default_factory=list)
    has_bad_deal: bool = False
    is_last: bool = False

    def warn(self, line: int, tag: str | None, message: str) -> None:
        """Note a problem that does not cost the board."""
        self.problems.append(Problem(line, tag, message))

    def value(self, name: str) -> str | None:
        """A tag's value; None where it is missing, empty or ``?``."""
        tag = self.tags.get(name)
        if tag is None or tag.value.strip() in ("", "?"):
            return None
        return tag.value.strip()

    @property
    def last_line(self) -> int:
        """The line of the last tag."""
        return max((tag.line for tag in self.tags.values()), default=self.line)

    @property
    def section(self) -> str:
        """The section that was begun last; ``""`` before the first."""
        return next((name for name in reversed(SECTIONS) if name in self.tags), "")

    def line_of(self, name: str) -> int:
        """The line of a tag, or of the record where the tag is missing."""
        tag = self.tags.get(name)
        return self.line if tag is None else tag.line


def groups(items: Iterable[Item]) -> Iterator[Group]:
    """The records of a file in order. Problems before the first tag come in a group without tags."""
    previous: Group | None = None
    carried: dict[str, str] = {}
    for group in _joined(_split(items)):
        _inherit(group, previous, carried)
        yield group
        previous = group


def _split(items: Iterable[Item]) -> Iterator[Group]:
    """Groups between blank lines; an Event tag after a deal begins one even without a blank line."""
    group: Group | None = None
    owner: str | None = None
    for item in items:
        if isinstance(item, BlankLine):
            if group is not None:
                yield group
            group, owner = None, None
            continue
        group = group or Group(item.line)
        if isinstance(item, Tag) and item.name == "Event" and {"Event", "Deal"} <= group.tags.keys():
            yield group
            group = Group(item.line)
            group.warn(item.line, "Event", "no blank line before this record")
        owner = _put(group, item, owner)
    if group is not None:
        yield group


def _put(group: Group, item: Tag | Word | Remark | Problem, owner: str | None) -> str | None:
    """Add an item to a group; gives the tag to which the next words belong."""
    if isinstance(item, Problem):
        group.problems.append(item)
        return owner
    if isinstance(item, Remark):
        group.remarks.append((group.section, len(group.words.get(group.section, [])), item.text))
        return owner
    if isinstance(item, Word):
        # Words before any tag continue a section that a blank line has cut.
        group.words.setdefault(owner or "", []).append(item)
        return owner
    if item.name == "Note":
        _put_note(group, item)
        return owner
    if item.name in group.tags:
        _put_again(group, item)
        return "Note"
    group.tags[item.name] = item
    return item.name


def _put_note(group: Group, tag: Tag) -> None:
    section = "Play" if "Play" in group.tags else "Auction"
    number, colon, text = tag.value.partition(":")
    if not colon or not number.strip().isdigit():
        group.warn(tag.line, "Note", "a note begins with its number and a colon: left out")
        return
    group.notes[section][number.strip()] = text.strip()


def _put_again(group: Group, tag: Tag) -> None:
    if tag.name == "Deal":
        message = f"a second deal in one record (the first is on line {group.tags['Deal'].line}): the board is left out"
        group.problems.append(Problem(tag.line, "Deal", message, is_error=True))
        group.has_bad_deal = True
    else:
        group.warn(tag.line, tag.name, "the tag is there already: the first one counts")


def _joined(parts: Iterable[Group]) -> Iterator[Group]:
    """Records again whole, where a blank line stands inside one."""
    group: Group | None = None
    for part in parts:
        if group is not None and _continues(group, part):
            _append(group, part)
            continue
        if group is not None and group.remarks and not group.tags and not group.words:
            # Remarks on their own belong to the record that follows.
            part.remarks = group.remarks + part.remarks
            part.problems = group.problems + part.problems
            group = part
            continue
        if group is not None:
            yield group
        group = part
    if group is not None:
        group.is_last = True
        yield group


def _continues(group: Group, part: Group) -> bool:
    if not part.tags:
        return bool(part.words)
    is_own = _IDENTIFYING & part.tags.keys() or set(_FRAME) & part.tags.keys()
    repeats = group.tags.keys() & part.tags.keys()
    return "Deal" in group.tags and not is_own and not repeats


def _append(group: Group, part: Group) -> None:
    group.warn(part.line, None, "a blank line stands inside the record: what follows is taken to belong to it")
    last = next(reversed(group.tags), "")
    for section, words_before, text in part.remarks:
        owner = section or group.section
        group.remarks.append((owner, len(group.words.get(owner, [])) + words_before, text))
    for owner, words in part.words.items():
        group.words.setdefault(owner or last, []).extend(words)
    group.tags |= part.tags
    for section in SECTIONS:
        group.notes[section] |= part.notes[section]
    group.problems += part.problems


def _inherit(group: Group, previous: Group | None, carried: dict[str, str]) -> None:
    """Resolve ``#`` (as in the record before) and ``##`` (from here on), and a deal shared by two records.

    ``carried`` holds the values that ``##`` hands on, and is updated.
    """
    before = {} if previous is None else previous.tags
    for name, tag in list(group.tags.items()):
        value = tag.value
        if value in ("#", "##"):
            if name not in before:
                group.warn(tag.line, name, "# repeats the value of the record before, but that has none")
            value = before[name].value if name in before else ""
            group.tags[name] = Tag(name, value, tag.line)
        elif value.startswith("##"):
            group.tags[name] = Tag(name, value[2:], tag.line)
        elif value.startswith(" ") and repeats(value.lstrip(" ")):
            group.tags[name] = Tag(name, value[1:], tag.line)
        if tag.value.startswith("##"):
            carried[name] = group.tags[name].value
        else:
            carried.pop(name, None)
    if group.tags:
        for name, value in carried.items():
            group.tags.setdefault(name, Tag(name, value, group.line))
    if previous is not None:
        _share_deal(group, previous)


def _share_deal(group: Group, previous: Group) -> None:
    """Two tables of one board: the second record may leave out the deal and its frame."""
    is_played = bool({"Auction", "Contract", "Play"} & group.tags.keys())
    if not is_played or set(_FRAME) & group.tags.keys() or previous.has_bad_deal or "Deal" not in previous.tags:
        return
    shared = {name: previous.tags[name] for name in _FRAME if name in previous.tags}
    group.tags = shared | group.tags
    group.warn(group.line, "Deal", "the record has no deal: it is taken from the record before")


def table_lines(group: Group) -> dict[str, tuple[str, ...]]:
    """The lines of each table, blanks evened out. Words of no section are noted and left out."""
    tables: dict[str, tuple[str, ...]] = {}
    for owner, words in group.words.items():
        if is_table(owner):
            by_line: dict[int, list[str]] = {}
            for word in words:
                by_line.setdefault(word.line, []).append(word.text)
            tables[owner] = tuple(" ".join(line) for line in by_line.values())
        elif owner not in SECTIONS:
            group.warn(words[0].line, None, f"text outside tags and sections is left out: {words[0].text!r}")
    return tables
