"""Writes muster/generated/groups.py: each generated operation as a method with types, in groups, as in ``muster.sessions.create``.

Arguments: the generated folder, the OpenAPI document. Fails when an operation of the document is missing.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

HEAD = '''"""Every operation as a method with types. Written by write_groups.py."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Any, Protocol

{imports}


class Caller(Protocol):
    def call(self, operation: Any, **arguments: Any) -> Any: ...

    def items(self, operation: Any, field: str, **arguments: Any) -> Iterator[Any]: ...
'''


@dataclass
class Groups:
    generated: Path
    #: Operations that answer for ever; ``Muster`` has methods for them.
    streams: set[str]
    imports: set[str] = field(default_factory=set)

    def group(self, folder: Path) -> str:
        name = folder.name
        operations = sorted(path for path in folder.glob("*.py") if path.stem not in self.streams | {"__init__"})
        methods = [self.method(path, path.stem.removeprefix(f"{name}_")) for path in operations]
        start = "    def __init__(self, caller: Caller) -> None:\n        self._caller = caller\n"
        return f"class {class_name(name)}:\n{start}\n" + "\n".join(methods)

    def method(self, path: Path, name: str) -> str:
        tree = ast.parse(path.read_text())
        self.imports.add(f"from .api.{path.parent.name} import {path.stem}")
        self.take_imports(tree)
        function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "sync_detailed")
        given = function.args.args + [each for each in function.args.kwonlyargs if each.arg != "client"]
        defaults = dict(zip((each.arg for each in function.args.kwonlyargs), function.args.kw_defaults))
        parameters = [parameter(each, defaults.get(each.arg)) for each in given]
        answer = answer_of(function)
        names = [each.arg for each in given]
        about = (ast.get_docstring(function) or "").split("\n", 1)[0].strip()
        written = define(name, parameters, answer, about, f"self._caller.call({arguments(path.stem, names)})")
        if "cursor" not in names:
            return written
        items, item = self.items_of(answer.split(" | ")[0])
        kept = [(text, each) for text, each in zip(parameters, names) if each != "cursor"]
        call = f"self._caller.items({arguments(path.stem, [each for _, each in kept], repr(items))})"
        texts = [text for text, _ in kept]
        return written + "\n" + define(f"{name}_all", texts, f"Iterator[{item}]", f"{about}: all, page by page", call)

    def items_of(self, answer: str) -> tuple[str, str]:
        """The field of a page that holds its items, and their type."""
        path = self.generated / "models" / f"{snake(answer)}.py"
        tree = ast.parse(path.read_text())
        model = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == answer)
        fields = {
            node.target.id: ast.unparse(node.annotation)
            for node in model.body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        }
        lists = [(name, text[5:-1]) for name, text in fields.items() if text.startswith("list[")]
        if len(lists) != 1:
            sys.exit(f"{answer} has a cursor, but not one list of items.")
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level == 2 and (node.module or "").startswith("models."):
                self.imports.update(f"from .{node.module} import {each.name}" for each in node.names)
        return lists[0]

    def take_imports(self, tree: ast.Module) -> None:
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.level == 3 and node.module not in (None, "client"):
                self.imports.update(f"from .{node.module} import {each.name}" for each in node.names)
            elif isinstance(node, ast.Import):
                self.imports.update(f"import {each.name}" for each in node.names if each.name != "httpx")
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module in ("uuid", "datetime"):
                self.imports.update(f"from {node.module} import {each.name}" for each in node.names)


def define(name: str, parameters: list[str], answer: str, about: str, call: str) -> str:
    signature = ", ".join(["self", *(["*", *parameters] if parameters else [])])
    lines = [f"    def {name}({signature}) -> {answer}:", f"        {json.dumps(f'{about}.', ensure_ascii=False)}"]
    lines += [f"        {call}"] if answer == "None" else [f"        answer: {answer} = {call}", "        return answer"]
    return "\n".join(lines) + "\n"


def parameter(argument: ast.arg, default: ast.expr | None) -> str:
    text = f"{argument.arg}: {annotation(argument.annotation)}"
    return text if default is None else f"{text} = {ast.unparse(default)}"


def arguments(operation: str, names: list[str], *more: str) -> str:
    return ", ".join([operation, *more, *(f"{name}={name}" for name in names)])


def annotation(node: ast.expr | None) -> str:
    # A method may be called `list`, and would be meant inside of its class.
    return re.sub(r"\blist\[", "builtins.list[", "Any" if node is None else ast.unparse(node))


def answer_of(function: ast.FunctionDef) -> str:
    """What is inside of ``Response[…]``, without refusals: they are raised."""
    text = annotation(function.returns).removeprefix("Response[").removesuffix("]")
    kinds = [kind.strip() for kind in text.split("|") if kind.strip() != "Problem"]
    return " | ".join(kinds) or "None"


def class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_")) + "Operations"


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])", "_", name).lower()


def operations_of(document: Path) -> dict[str, str]:
    """The operations of the document by the names that the generator gives them."""
    paths = json.loads(document.read_text())["paths"].values()
    found = [operation for path in paths for operation in path.values() if "operationId" in operation]
    return {re.sub(r"\W", "_", snake(each["operationId"])): json.dumps(each["responses"]) for each in found}


def main(generated: Path, document: Path) -> None:
    operations = operations_of(document)
    folders = sorted(path for path in (generated / "api").iterdir() if (path / "__init__.py").exists())
    missing = operations.keys() - {path.stem for path in generated.glob("api/*/*.py")}
    if missing:
        sys.exit(f"The generator left out {', '.join(sorted(missing))}.")
    groups = Groups(generated, {name for name, answers in operations.items() if "text/event-stream" in answers})
    classes = [groups.group(folder) for folder in folders]
    members = [f"        self.{folder.name} = {class_name(folder.name)}(self)\n" for folder in folders]
    everything = "class Grouped(Caller):\n    def __init__(self) -> None:\n" + "".join(members)
    head = HEAD.format(imports="\n".join(sorted(groups.imports)))
    (generated / "groups.py").write_text("\n\n".join([head, *classes, everything]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
