import { LongText } from '../../../ui/long-text.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { Foldable } from './foldable.tsx'
import { imagesOf } from './images-of.ts'
import { Diff } from './lazy-diff.tsx'
import type { ToolResult, ToolUse } from './rows.ts'
import { fileChange, resultText, toolSummary } from './tool-summary.ts'

interface ToolRowProps {
  readonly id: string
  readonly use: ToolUse
  readonly result: ToolResult | undefined
  /** The turn has ended, so no further results will arrive. */
  readonly isOver: boolean
}

/** A tool call on one line. A failed one is unfolded, because people want to see the error. */
export function ToolRow({ id, use, result, isOver }: ToolRowProps) {
  const isFailed = result?.isError === true
  const state = isFailed ? 'failed' : result ? 'done' : isOver ? 'has no result' : 'works'
  const look = {
    failed: { icon: 'close', iconClass: 'text-bad' },
    done: { icon: 'check', iconClass: 'text-good' },
    'has no result': { icon: 'info', iconClass: 'text-faint' },
    works: { icon: 'gauge', iconClass: 'text-accent animate-beat' },
  } as const
  return (
    <Foldable
      id={id}
      {...look[state]}
      title={plainText(use.name)}
      about={toolSummary(use.input)}
      state={state}
      isOpenAtFirst={isFailed}
    >
      <ToolInput input={use.input} />
      {result ? (
        <ToolOutput result={result} />
      ) : (
        <p className="text-xs text-muted">No result {isOver ? 'came' : 'yet'}.</p>
      )}
    </Foldable>
  )
}

function ToolInput({ input }: { input: ToolUse['input'] }) {
  const change = fileChange(input)
  if (change) return <Diff change={change} />
  if (Object.keys(input).length === 0) return null
  const { command } = input
  const text = typeof command === 'string' ? `$ ${command}` : JSON.stringify(input, null, 2)
  return <LongText text={text} className="font-mono text-xs" />
}

function ToolOutput({ result }: { result: ToolResult }) {
  const text = resultText(result.content).trim()
  const images = imagesOf(result.content)
  if (text === '' && images.length === 0) return <p className="text-xs text-muted">It gave nothing back.</p>
  return (
    <div className="max-h-[28rem] overflow-auto rounded bg-sunken px-3 py-2">
      {images.map((source) => (
        <img key={source.slice(-64)} src={source} alt="Result of the tool" className="max-h-96 max-w-full rounded" />
      ))}
      <LongText text={text} className={`font-mono text-xs ${result.isError ? 'text-bad' : ''}`} />
    </div>
  )
}
