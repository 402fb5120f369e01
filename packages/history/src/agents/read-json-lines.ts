import { codeOf } from '../files/find-files.ts'
import { type LineReader, readLines } from '../files/read-lines.ts'
import type { Sink } from '../record.ts'

/** Reads a file as far as possible, and reports what was skipped. */
export function* readJsonLines(path: string, sink: Sink, reader: LineReader): Generator<void> {
  try {
    const { damaged, isUnfinished, tooLong } = yield* readLines(path, reader, sink.progress)
    if (damaged > 0) sink.skipped(path, `${damaged} damaged ${damaged === 1 ? 'line' : 'lines'}`)
    if (isUnfinished) sink.skipped(path, 'an unfinished last line')
    if (tooLong > 0) sink.skipped(path, `${tooLong} ${tooLong === 1 ? 'line' : 'lines'} of more than 64 MB`)
  } catch (error) {
    sink.skipped(path, `cannot be read (${codeOf(error)})`)
  }
}
