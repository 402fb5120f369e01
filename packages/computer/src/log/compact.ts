import { readFile } from 'node:fs/promises'
import { parseLines } from './append-log.ts'
import type { LogRecord } from './records.ts'

/** The records of an inactive log that are still needed: the last version of each message, and the agent's memory. */
export async function compacted(path: string): Promise<LogRecord[]> {
  const records = parseLines<LogRecord>(await readFile(path, 'utf8'))
  const last = new Map<string, number>()
  for (const [index, record] of records.entries()) last.set(keyOf(record, index), index)
  return records.filter((record, index) => last.get(keyOf(record, index)) === index && isOfUse(record))
}

/** A record replaces earlier ones with the same key. */
function keyOf(record: LogRecord, index: number): string {
  if (record.r === 'agent' || record.r === 'rest') return record.r
  if (record.r === 'acked') return `acked ${record.turnId}`
  if (record.r !== 'update') return String(index)
  const { update, turnId } = record
  if (update.kind === 'message') return `message ${update.message.id}`
  return update.kind === 'usage' || update.kind === 'title' ? `${update.kind} ${turnId}` : String(index)
}

function isOfUse(record: LogRecord): boolean {
  return record.r !== 'update' || /^(?:message|title|usage|end)$/.test(record.update.kind)
}
