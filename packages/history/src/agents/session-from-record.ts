import { type JsonObject, textOf } from '../values.ts'

/** The session of a record of Claude Code or Qwen Code, which use the same fields. */
export function sessionFromRecord(record: JsonObject, session: string, timeMs: number) {
  return {
    key: session,
    timeMs,
    folder: textOf(record.cwd),
    version: textOf(record.version),
    branch: textOf(record.gitBranch),
    repository: '',
  }
}
