import { ControlSettings } from '@muster/contract/controls'
import { type Difference, type FormSchema, titlesOf } from './schema-form.ts'
import { valueChange } from './value-change.ts'

/** The changed settings with their old and new values. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="divide-y divide-line text-[13px]">
      {differences.map((difference) => {
        const { removed, added } = valueChange(difference)
        return (
          <li key={difference.path.join('.')} className="py-2">
            <p className="font-medium break-words">
              {titlesOf(ControlSettings as FormSchema, difference.path).join(' › ')}
            </p>
            {removed.map((text) => (
              <Line key={text} text={text} word="before" sign="−" look="text-bad" />
            ))}
            {added.map((text) => (
              <Line key={text} text={text} word="after" sign="+" look="text-good" />
            ))}
            {difference.to === undefined && <p className="text-xs text-muted">is no longer set</p>}
          </li>
        )
      })}
    </ul>
  )
}

interface LineProps {
  readonly text: string
  readonly word: string
  readonly sign: string
  readonly look: string
}

function Line({ text, word, sign, look }: LineProps) {
  return (
    <p className={`flex gap-1.5 ${look}`}>
      <span className="sr-only">{word}: </span>
      <span aria-hidden="true">{sign}</span>
      <code className="min-w-0 font-mono text-xs leading-5 break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </code>
    </p>
  )
}
