import type { Computer } from '@muster/contract/computer'
import { ago } from '../../ui/time.ts'

interface ConnectionWords {
  readonly label: string
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet'
}

/** Whether a computer can run work now, as text. */
function connectionOf({ isConnected, status, lastSeenAt, providerType, note }: Computer): ConnectionWords {
  if (isConnected) return { label: 'Connected', tone: 'good' }
  if (note !== undefined) return { label: status === 'active' ? 'Cut off' : 'Waits to be started', tone: 'warn' }
  if (status === 'error') return { label: 'Could not be set up', tone: 'bad' }
  if (lastSeenAt !== undefined) return { label: `Offline since ${ago(lastSeenAt)}`, tone: 'quiet' }
  return status === 'provisioning' && providerType === 'managed'
    ? { label: 'Being set up', tone: 'warn' }
    : { label: 'Never connected', tone: 'quiet' }
}

const dots = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad', quiet: 'bg-line-strong' } as const

export function ConnectionMark({ computer }: { computer: Computer }) {
  const { label, tone } = connectionOf(computer)
  return (
    <span className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-muted">
      <span aria-hidden="true" className={`size-2 rounded-full ${dots[tone]}`} />
      {label}
    </span>
  )
}
