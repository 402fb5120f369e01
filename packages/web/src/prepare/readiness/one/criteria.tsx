import { Card } from '../../../ui/card.tsx'
import { CodeWords } from '../../../ui/code-words.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import type { PreparedReport, Verdict } from './prepare-report.ts'

/** Every judged criterion with its evidence. */
export function Criteria({ groups }: { groups: PreparedReport['byPillar'] }) {
  // In columns, so that a long pillar leaves no gap beside a short one.
  return (
    <div className="gap-4 lg:columns-2">
      {groups.map(({ pillar, verdicts }) => (
        <Card key={pillar} title={pillar} isFlush className="mb-4 break-inside-avoid">
          <ul className="divide-y divide-line border-t border-line">
            {verdicts.map((verdict) => (
              <CriterionRow key={verdict.id} verdict={verdict} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function CriterionRow({ verdict }: { verdict: Verdict }) {
  const { title, isPassed, rationale, numerator, denominator, failing, passes, level } = verdict
  return (
    <li>
      <details className="group px-4 py-2">
        <summary className="flex list-none items-center gap-2.5 text-[13px]">
          <Icon name={isPassed ? 'check' : 'close'} size={15} className={isPassed ? 'text-good' : 'text-bad'} />
          <span className="sr-only">{isPassed ? 'Passes: ' : 'Fails: '}</span>
          <span className="min-w-0 flex-1">{title}</span>
          {denominator > 1 && (
            <span className="tabular text-xs text-muted">
              {numerator} of {denominator}
            </span>
          )}
          <span className="text-2xs text-muted">Level {level}</span>
          <Icon name="down" size={13} className="text-muted group-open:rotate-180" />
        </summary>
        <div className="mt-1.5 space-y-1.5 pl-6 text-xs">
          <p className="break-words">
            <CodeWords text={rationale || 'Nothing was noted.'} />
          </p>
          <p className="text-muted">
            What passes: <CodeWords text={passes} />
          </p>
          {failing.length > 0 && <p className="break-words text-muted">Not in: {failing.map(plainText).join(', ')}</p>}
        </div>
      </details>
    </li>
  )
}
