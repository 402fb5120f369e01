import type { Session } from '@muster/contract/session'
import { statusOf, type Tone } from './status.ts'

const dots: Readonly<Record<Tone, string>> = {
  working: 'bg-accent-solid',
  asking: 'bg-warn',
  stuck: 'bg-bad',
  resting: 'bg-line-strong',
  archived: 'bg-line-strong',
}

const words: Readonly<Record<Tone, string>> = {
  working: 'text-accent',
  asking: 'text-warn font-medium',
  stuck: 'text-bad',
  resting: 'text-muted',
  archived: 'text-muted',
}

/** The state of a session as a dot and text, so that the colour is not the only sign. */
export function StatusMark({ session }: { session: Session }) {
  const { label, tone } = statusOf(session)
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap ${words[tone]}`}>
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${dots[tone]} ${tone === 'working' ? 'animate-beat' : ''}`}
      />
      {label}
    </span>
  )
}
