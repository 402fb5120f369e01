import { useMemo } from 'react'
import { plainText } from '../../../ui/plain-text.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Colored } from '../highlight/colored.tsx'
import { findLanguageOfFile } from '../highlight/languages.ts'
import { linesOf } from '../highlight/pieces.ts'
import { usePieces } from '../highlight/use-pieces.ts'
import { lineDiff, sideOf, withPieces } from './line-diff.ts'
import type { FileChange } from './tool-summary.ts'

const looks = {
  added: ['+', 'bg-good-soft', 'text-good'],
  removed: ['−', 'bg-bad-soft', 'text-bad'],
  same: [' ', '', ''],
} as const

const mostLines = 400
const maxLineLength = 2000

/** The changes of a tool call to a file, line by line. */
export function DiffView({ change }: { change: FileChange }) {
  const all = useMemo(() => lineDiff(change), [change])
  const lines = useMemo(
    () =>
      all.slice(0, mostLines).map((line) => ({
        ...line,
        text: plainText(line.text.replace(/\r$/, '').slice(0, maxLineLength)).replaceAll('\n', '␍'),
      })),
    [all],
  )
  const language = findLanguageOfFile(change.path)
  const before = usePieces(
    useMemo(() => sideOf(lines, 'added'), [lines]),
    language,
  )
  const after = usePieces(
    useMemo(() => sideOf(lines, 'removed'), [lines]),
    language,
  )
  const colored = useMemo(() => withPieces(lines, linesOf(before), linesOf(after)), [lines, before, after])
  return (
    <figure className="overflow-hidden rounded border border-line">
      <figcaption className="border-b break-all border-line bg-sunken px-3 py-1 font-mono text-2xs text-muted">
        {plainText(change.path)}
      </figcaption>
      <ScrollRegion aria-label="Changed lines" className="max-h-96 overflow-auto font-mono text-xs leading-5">
        <div className="w-fit min-w-full">
          {colored.map(({ key, kind, pieces }) => (
            <div key={key} className={`flex px-3 ${looks[kind][1]}`}>
              <span className={`w-4 shrink-0 select-none ${looks[kind][2]}`}>{looks[kind][0]}</span>
              <span className="whitespace-pre">
                <Colored pieces={pieces} />
              </span>
            </div>
          ))}
        </div>
        {all.length > mostLines && <p className="px-3 py-1 text-muted">and {all.length - mostLines} more lines</p>}
      </ScrollRegion>
    </figure>
  )
}
