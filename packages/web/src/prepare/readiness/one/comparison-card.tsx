import { Card } from '../../../ui/card.tsx'
import type { Compared } from './prepare-report.ts'

const looks = {
  'passes now': 'text-good',
  'fails now': 'text-bad',
  new: 'text-muted',
  gone: 'text-muted',
} as const

/** The differences between two reports. */
export function ComparisonCard({ before, after, changes }: Compared) {
  const points = after.score.score - before.score.score
  return (
    <Card title="Compared with the other report" className="lg:col-span-2">
      <p className="mb-2 text-[13px]">
        Level {before.score.level} → {after.score.level}, {before.score.score} → {after.score.score} points (
        {points >= 0 ? '+' : '−'}
        {Math.abs(points)})
      </p>
      {changes.length === 0 ? (
        <p className="text-muted">Every criterion has the same verdict in both.</p>
      ) : (
        <ul className="grid gap-x-6 gap-y-1 text-[13px] md:grid-cols-2">
          {changes.map(({ verdict, change }) => (
            <li key={verdict.id} className="flex justify-between gap-3 border-b border-line py-1">
              <span className="min-w-0 truncate">{verdict.title}</span>
              <span className={`shrink-0 text-xs ${looks[change]}`}>{change}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
