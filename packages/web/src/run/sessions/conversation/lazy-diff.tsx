import { lazy, Suspense } from 'react'
import { LongText } from '../../../ui/long-text.tsx'
import type { FileChange } from './tool-summary.ts'

const DiffView = lazy(async () => ({ default: (await import('./diff-view.tsx')).DiffView }))

/** The changes of a tool call to a file. The diff code is loaded when the first one is opened. */
export function Diff({ change }: { change: FileChange }) {
  return (
    <Suspense fallback={<LongText text={change.after} className="font-mono text-xs" />}>
      <DiffView change={change} />
    </Suspense>
  )
}
