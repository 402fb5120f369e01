"""Answers as the HTTP interface of ClickHouse does, for as much of it as the event store uses, with the engine of chdb."""

import base64
import os
import re
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import session

directory, user, password = sys.argv[1:4]
engine = session.Session(os.path.join(directory, "data"))
# The session has one current database and one set of settings.
one_at_a_time = threading.Lock()
expected = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
of_http_alone = {"query", "database", "wait_end_of_query"}
applied = {}


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def names_of(text):
    return [name.strip().strip('"') for name in text.split(",")]


def insert(sql, file):
    """The engine takes rows from a file where a server takes them from the body."""
    table, columns = re.fullmatch(r"insert into (\S+) \((.*)\) format RowBinary", sql, re.S).groups()
    rows = engine.query(f"describe table {table}", "TabSeparatedRaw").bytes().decode().splitlines()
    types = dict(row.split("\t")[:2] for row in rows)
    structure = ", ".join(f'"{name}" {types[name]}' for name in names_of(columns))
    source = f"file({quoted(file)}, 'RowBinary', {quoted(structure)})"
    engine.query(f"insert into {table} ({columns}) select {columns} from {source}")
    return b""


def with_table(sql, name, structure, file):
    engine.query(f"create temporary table {name} ({structure})")
    try:
        engine.query(f"insert into {name} select * from file({quoted(file)}, 'RowBinary', {quoted(structure)})")
        return engine.query(sql, "TabSeparated").bytes()
    finally:
        engine.query(f"drop temporary table {name}")


def apply(statement, name, value):
    if applied.get(name) != value:
        engine.query(statement)
        applied[name] = value


def answer(parameters, body, content_type):
    database = parameters.get("database", "default")
    apply(f'use "{database}"', "database", database)
    for name, value in parameters.items():
        if name not in of_http_alone and not name.endswith(("_format", "_structure")):
            apply(f"set {name} = {quoted(value)}", name, value)
    if "query" not in parameters:
        return engine.query(body.decode(), "TabSeparated").bytes()
    boundary = re.search(r"boundary=([^;]+)", content_type)
    if boundary:
        end = b"\r\n--" + boundary[1].encode()
        body = body.split(b"\r\n\r\n", 1)[1].rsplit(end, 1)[0]
    with tempfile.NamedTemporaryFile(dir=directory) as rows:
        rows.write(body)
        rows.flush()
        if not boundary:
            return insert(parameters["query"], rows.name)
        name = next(key for key in parameters if key.endswith("_structure")).removesuffix("_structure")
        return with_table(parameters["query"], name, parameters[f"{name}_structure"], rows.name)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.reply(200, b"Ok.\n")

    def do_POST(self):
        body = self.body()
        if self.headers.get("authorization") != expected:
            return self.reply(403, b"Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)")
        parameters = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        try:
            with one_at_a_time:
                text = answer(parameters, body, self.headers.get("content-type") or "")
            self.reply(200, text)
        except Exception as error:
            self.reply(500, str(error).encode())

    def body(self):
        length = self.headers.get("content-length")
        if length is not None:
            return self.rfile.read(int(length))
        pieces = []
        while size := int(self.rfile.readline(), 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def reply(self, status, text):
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
