import { percent } from '../../../ui/numbers.ts'

interface LadderProps {
  readonly rows: readonly {
    readonly label: string
    readonly passed: number
    readonly total: number
    /** Out of 100; if absent, the share is shown. */
    readonly points?: number
  }[]
}

/** The met share of each part. */
export function Ladder({ rows }: LadderProps) {
  return (
    <ul className="space-y-2.5">
      {rows.map(({ label, passed, total, points }) => {
        const share = total === 0 ? 0 : passed / total
        return (
          <li key={label}>
            <p className="flex justify-between gap-3 text-[13px]">
              <span className="min-w-0">{label}</span>
              <span className="tabular shrink-0 text-muted">
                {total === 0
                  ? 'not judged'
                  : `${passed} of ${total} · ${points === undefined ? percent(share) : `${points} points`}`}
              </span>
            </p>
            <svg aria-hidden="true" className="mt-1 block h-2 w-full" preserveAspectRatio="none">
              <rect width="100%" height="100%" rx={4} className="fill-line" />
              <rect
                width={`${share * 100}%`}
                height="100%"
                rx={4}
                className={share >= 0.8 ? 'fill-good' : 'fill-accent-solid'}
              />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
