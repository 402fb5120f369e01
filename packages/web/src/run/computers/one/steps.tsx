import type { ProvisioningStep } from '@muster/contract/computer'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { exactTime } from '../../../ui/time.ts'

const looks: Readonly<Record<ProvisioningStep['status'], readonly [IconName, string, string]>> = {
  completed: ['check', 'text-good', 'done'],
  running: ['gauge', 'text-accent animate-beat', 'at work'],
  failed: ['close', 'text-bad', 'failed'],
  pending: ['clock', 'text-faint', 'still to come'],
}

/** The progress of a computer's set-up, step by step. */
export function Steps({ steps }: { steps: readonly ProvisioningStep[] }) {
  return (
    <ol className="space-y-2">
      {steps.map(({ id, name, status, error, completedAt }) => {
        const [icon, color, word] = looks[status]
        return (
          <li key={id} className="flex items-start gap-2.5 text-[13px]">
            <Icon name={icon} className={`mt-0.5 ${color}`} />
            <div className="min-w-0 flex-1">
              <p>
                {name} <span className="text-xs text-muted">{word}</span>
              </p>
              {error && <p className="text-xs break-words text-bad">{error}</p>}
            </div>
            {completedAt !== undefined && <span className="text-xs text-muted">{exactTime(completedAt)}</span>}
          </li>
        )
      })}
    </ol>
  )
}
