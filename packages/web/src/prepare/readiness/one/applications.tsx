import { kindNames } from '@muster/contract/readiness/application-kinds'
import type { ReadinessReport } from '@muster/contract/readiness-report'
import { Card } from '../../../ui/card.tsx'
import { CodeWords } from '../../../ui/code-words.tsx'
import { plainText } from '../../../ui/plain-text.ts'

/** The number of applications that are shown at once; a click shows the others. */
const most = 8

/** The applications with the kinds that they were taken for, because the kinds decide which criteria apply. */
export function Applications({ apps }: { apps: ReadinessReport['apps'] }) {
  const rows = Object.entries(apps)
  if (rows.length === 0) return null
  const later = rows.slice(most)
  return (
    <Card title="Applications" isFlush>
      <Rows rows={rows.slice(0, most)} />
      {later.length > 0 && (
        <details>
          <summary className="border-t border-line px-4 py-2 text-xs text-muted">And {later.length} more</summary>
          <Rows rows={later} />
        </details>
      )}
    </Card>
  )
}

function Rows({ rows }: { rows: readonly (readonly [string, ReadinessReport['apps'][string]])[] }) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {rows.map(([name, app]) => (
        <ApplicationRow key={name} name={name} {...app} />
      ))}
    </ul>
  )
}

type ApplicationRowProps = ReadinessReport['apps'][string] & { readonly name: string }

function ApplicationRow({ name, description, kind, mayBe }: ApplicationRowProps) {
  return (
    <li className="px-4 py-2">
      <p className="flex items-baseline justify-between gap-3 text-[13px]">
        <span className="min-w-0 break-words">{plainText(name === '.' ? 'The repository itself' : name)}</span>
        {kind && <span className="shrink-0 text-xs text-muted">{kindNames[kind]}</span>}
      </p>
      {description && <p className="text-xs break-words text-muted">{plainText(description)}</p>}
      {kind && mayBe && (
        <p className="mt-1 text-xs break-words">
          It is perhaps {kindNames[mayBe]}: <CodeWords text={`\`muster readiness kind ${name}\``} /> tells why, and
          corrects it.
        </p>
      )}
    </li>
  )
}
