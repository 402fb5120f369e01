import { Card } from '../../../ui/card.tsx'
import { CodeWords } from '../../../ui/code-words.tsx'
import type { Verdict } from './prepare-report.ts'

const efforts = ['', 'a file or a setting', 'an afternoon', 'a project']

/** The most useful steps, with their effort. */
export function NextSteps({ steps }: { steps: readonly Verdict[] }) {
  return (
    <Card title="Next steps">
      {steps.length === 0 ? (
        <p className="text-muted">Everything that was judged is met.</p>
      ) : (
        <ol className="divide-y divide-line">
          {steps.map(({ id, title, why, passes, rationale, level, effort }) => (
            <li key={id} className="py-2 first:pt-0 last:pb-0">
              <p className="flex items-baseline justify-between gap-3 text-[13px] font-medium">
                {title}
                <span className="shrink-0 text-2xs font-normal text-muted">
                  Level {level} · {efforts[effort]}
                </span>
              </p>
              <p className="text-xs text-muted">
                <CodeWords text={why} />
              </p>
              <p className="mt-1 text-xs break-words">
                <CodeWords text={rationale || passes} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
