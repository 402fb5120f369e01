import { longDay } from '../../ui/days.ts'
import { Icon } from '../../ui/icon.tsx'
import { exact } from '../../ui/numbers.ts'
import { useStatus } from './queries.ts'
import { useRange } from './use-range.ts'

/** Shown if days of the range are not final or could not be computed; otherwise empty. */
export function QualityNote() {
  const { range } = useRange()
  const { data } = useStatus()
  if (!data) return null
  const isShown = ({ day }: { day: string }) => day >= range.from && day <= range.to
  const failing = data.failingDays.filter(isShown)
  const pending = data.pendingDays.filter(isShown)
  if (failing.length === 0 && pending.length === 0) return null
  const through = data.completeThrough ? `Numbers are final through ${longDay(data.completeThrough)}.` : ''
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2 rounded-card border border-line bg-warn-soft px-4 py-2.5 text-[13px]"
    >
      <Icon name="info" className="mt-0.5 text-warn" />
      <span>
        {failing.length > 0
          ? `${exact(failing.length)} of these days could not be computed and will be tried again.`
          : `${exact(pending.length)} of these days are being computed.`}{' '}
        {through}
      </span>
    </p>
  )
}
