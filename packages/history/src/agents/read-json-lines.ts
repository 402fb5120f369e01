import { type End, type LineReader, readLines } from '../files/read-lines.ts'
import type { Sink } from '../record.ts'
import { countOf } from '../values.ts'
import type { Memory } from './agent-history.ts'

/** Reads as much of a file as possible, from the end that the memory recorded, and reports what it skipped. */
export function* readJsonLines(path: string, sink: Sink, memory: Memory, reader: LineReader): Generator<void> {
  try {
    const read = yield* readLines(path, memory.end as End | undefined, reader, sink.progress)
    const damaged = countOf(memory.damaged) + read.damaged
    const tooLong = countOf(memory.tooLong) + read.tooLong
    Object.assign(memory, { end: read.end, damaged, tooLong })
    if (damaged > 0) sink.skipped(path, `${damaged} damaged ${damaged === 1 ? 'line' : 'lines'}`)
    if (read.isUnfinished) sink.skipped(path, 'an unfinished last line')
    if (tooLong > 0) sink.skipped(path, `${tooLong} ${tooLong === 1 ? 'line' : 'lines'} of more than 64 MB`)
  } catch (error) {
    sink.failed(path, error)
  }
}
