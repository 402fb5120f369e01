import { ControlSettings } from '@muster/contract/controls'
import { type Difference, type FormSchema, titlesOf } from './schema-form.ts'

/** What changes, from what to what, one below the other. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="divide-y divide-line text-[13px]">
      {differences.map(({ path, from, to }) => (
        <li key={path.join('.')} className="py-2">
          <p className="font-medium">{titlesOf(ControlSettings as FormSchema, path).join(' › ')}</p>
          {from !== undefined && (
            <p className="break-words text-bad">
              <span className="sr-only">before: </span>
              <span aria-hidden="true">− </span>
              <code className="font-mono text-xs">{shown(from)}</code>
            </p>
          )}
          {to !== undefined ? (
            <p className="break-words text-good">
              <span className="sr-only">after: </span>
              <span aria-hidden="true">+ </span>
              <code className="font-mono text-xs">{shown(to)}</code>
            </p>
          ) : (
            <p className="text-xs text-muted">is no longer set</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
