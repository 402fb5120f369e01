import type { ReactNode } from 'react'

const looks = {
  plain: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
} as const

export function Badge({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span className={`inline-flex rounded-full px-2 py-0.5 text-2xs font-medium whitespace-nowrap ${looks[look]}`}>
      {children}
    </span>
  )
}
