import type { ReadinessReport } from '@muster/contract/readiness-report'
import { Card } from '../../../ui/card.tsx'
import { CodeWords } from '../../../ui/code-words.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import type { PreparedReport } from './prepare-report.ts'

interface OwnDecisionsProps {
  readonly own: PreparedReport['own']
  readonly switchedOff: NonNullable<ReadinessReport['switchedOff']>
}

/** The repository's settings for its own evaluation: its own criteria, and those that are not judged. */
export function OwnDecisions({ own, switchedOff }: OwnDecisionsProps) {
  const off = Object.entries(switchedOff)
  return (
    <>
      {own.length > 0 && (
        <Decisions
          title="Own criteria"
          rows={own.map(({ id, isPassed, rationale }) => [id, `${isPassed ? 'Passes' : 'Fails'}. ${rationale}`])}
        />
      )}
      {off.length > 0 && (
        <Decisions
          title="Not judged"
          rows={off.map(([id, { reason, until }]) => [until === undefined ? id : `${id} until ${until}`, reason])}
        />
      )}
    </>
  )
}

function Decisions({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <Card title={title} className="mb-4">
      <dl className="space-y-2 text-xs">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt className="text-[13px] break-words">{plainText(name)}</dt>
            <dd className="break-words text-muted">
              <CodeWords text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
