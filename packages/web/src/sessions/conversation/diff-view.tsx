import { useMemo } from 'react'
import { plainText } from '../../ui/plain-text.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { lineDiff } from './line-diff.ts'
import type { FileChange } from './tool-summary.ts'

const looks = {
  added: ['+', 'bg-good-soft text-good'],
  removed: ['−', 'bg-bad-soft text-bad'],
  same: [' ', ''],
} as const

const mostLines = 400

/** What a call changes in a file, line by line. */
export function DiffView({ change }: { change: FileChange }) {
  const lines = useMemo(() => lineDiff(change), [change])
  return (
    <figure className="overflow-hidden rounded border border-line">
      <figcaption className="border-b break-all border-line bg-sunken px-3 py-1 font-mono text-2xs text-muted">
        {plainText(change.path)}
      </figcaption>
      <ScrollRegion aria-label="Changed lines" className="max-h-96 overflow-auto font-mono text-xs leading-5">
        {lines.slice(0, mostLines).map(({ key, kind, text }) => (
          <div key={key} className={`flex min-w-fit px-3 ${looks[kind][1]}`}>
            <span className="w-4 shrink-0 select-none">{looks[kind][0]}</span>
            <span className="whitespace-pre">{plainText(text.slice(0, 2000))}</span>
          </div>
        ))}
        {lines.length > mostLines && <p className="px-3 py-1 text-muted">and {lines.length - mostLines} more lines</p>}
      </ScrollRegion>
    </figure>
  )
}
