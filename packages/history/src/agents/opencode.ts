import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { findFiles } from '../files/find-files.ts'
import { withDatabase } from '../files/open-database.ts'
import type { Sink } from '../record.ts'
import { countOf, type JsonObject, objectOf, textOf } from '../values.ts'
import type { AgentHistory } from './agent-history.ts'

/**
 * `opencode.db` with the tables session, message and part. A fork copies messages under new ids; unchanged times and
 * models identify the copies. Older versions stored each record in a file below `storage/`.
 */
export const opencode: AgentHistory = {
  agent: 'opencode',
  roots: ({ home, environment }) => [join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode')],
  find(root, sink) {
    const database = join(root, 'opencode.db')
    const isOld = (path: string) => /[/\\](?:session|message|part)[/\\].*\.json$/.test(path)
    return [...(existsSync(database) ? [database] : []), ...findFiles(join(root, 'storage'), isOld, sink.skipped)]
  },
  *read(path, root, sink) {
    try {
      if (path.endsWith('.db')) yield* withDatabase(path, (database) => readDatabase(database, sink))
      else readFile(path, root, sink)
    } catch (error) {
      sink.failed(path, error)
    }
  },
}

/** Yields after each row, so that a large database does not block other work. */
function* readDatabase(database: DatabaseSync, sink: Sink): Generator<void> {
  const children = new Set<string>()
  for (const row of database.prepare('select id, parent_id, directory, version, time_created from session').iterate()) {
    const parent = textOf(row.parent_id) || undefined
    if (parent !== undefined) children.add(textOf(row.id))
    tellSession(sink, textOf(row.id), parent, countOf(row.time_created), textOf(row.directory), textOf(row.version))
    yield
  }
  for (const row of database.prepare('select session_id, data from message').iterate()) {
    const session = textOf(row.session_id)
    readMessage(parse(row.data), session, children.has(session), sink)
    yield
  }
  const parts = database.prepare(`select session_id, time_created, data from part where data like '{"type":"tool"%'`)
  for (const row of parts.iterate()) {
    readPart(parse(row.data), textOf(row.session_id), countOf(row.time_created), sink)
    yield
  }
}

function readFile(path: string, root: string, sink: Sink): void {
  const record = objectOf(JSON.parse(readFileSync(path, 'utf8')))
  const [kind] = path.slice(join(root, 'storage').length + 1).split(/[/\\]/)
  if (kind === 'session') {
    const parent = textOf(record.parentID) || undefined
    const created = countOf(objectOf(record.time).created)
    tellSession(sink, textOf(record.id), parent, created, textOf(record.directory), textOf(record.version))
  } else if (kind === 'message') {
    const session = textOf(record.sessionID) || basename(dirname(path))
    readMessage(record, session, isChild(root, session), sink)
  } else if (record.type === 'tool') {
    readPart(record, textOf(record.sessionID), 0, sink)
  }
}

/** Whether the session is a sub-agent's, whose prompts its parent wrote. Sessions are in the folders of projects. */
function isChild(root: string, session: string): boolean {
  const ignore = () => {}
  const [path] = findFiles(join(root, 'storage', 'session'), (file) => basename(file) === `${session}.json`, ignore)
  return path !== undefined && textOf(parse(readFileSync(path, 'utf8')).parentID) !== ''
}

function tellSession(
  sink: Sink,
  key: string,
  parent: string | undefined,
  timeMs: number,
  folder: string,
  version: string,
): void {
  sink.session({ key, timeMs, folder, version, branch: '', repository: '', parent })
}

function readMessage(message: JsonObject, session: string, isOfChild: boolean, sink: Sink): void {
  const { created, completed } = objectOf(message.time)
  const timeMs = countOf(created)
  if (timeMs === 0) return
  if (message.role === 'user' && !isOfChild) sink.prompt({ key: `${timeMs}`, session, timeMs })
  const model = textOf(message.modelID)
  if (message.role !== 'assistant' || message.tokens === undefined) return
  const usage = objectOf(message.tokens)
  const cache = objectOf(usage.cache)
  const reasoning = countOf(usage.reasoning)
  const output = countOf(usage.output)
  const tokens = {
    input: countOf(usage.input),
    cacheRead: countOf(cache.read),
    cacheWrite: countOf(cache.write),
    cacheWriteHour: 0,
    // Versions that report the total count reasoning separately from the output.
    output: usage.total === undefined ? output : output + reasoning,
    reasoning,
  }
  if (tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.output === 0) return
  const cost = typeof message.cost === 'number' && message.cost > 0 ? message.cost : undefined
  const endMs = countOf(completed) || timeMs
  sink.call({ key: `${timeMs}|${countOf(completed)}|${model}`, session, timeMs, endMs, model, tokens, cost })
}

function readPart(part: JsonObject, session: string, storedMs: number, sink: Sink): void {
  const key = textOf(part.callID)
  const state = objectOf(part.state)
  const timeMs = countOf(objectOf(state.time).start) || storedMs
  if (key === '' || timeMs === 0) return
  sink.tool({ key, session, timeMs, name: textOf(part.tool) })
  const { exit } = objectOf(state.metadata)
  if (state.status === 'error' || (typeof exit === 'number' && exit !== 0)) sink.failedTool(key)
}

function parse(text: unknown): JsonObject {
  return objectOf(JSON.parse(textOf(text)))
}
