import { costText } from '@muster/contract/cost-text'
import type { Session } from '@muster/contract/session'
import { Link } from '@tanstack/react-router'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { compact, exact } from '../../../ui/numbers.ts'
import { plainText } from '../../../ui/plain-text.ts'
import { ago } from '../../../ui/time.ts'
import { titleOf } from '../status.ts'
import { StatusMark } from '../status-mark.tsx'

interface HeaderProps {
  readonly session: Session
  readonly computerName: string | undefined
  /** When the computer was last connected, if it is not now. */
  readonly lastSeenAt: number | undefined
  readonly isLost: boolean
  readonly onSettings: () => void
}

/** The title, status, computer, model and cost of a session. */
export function ConversationHeader({ session, computerName, lastSeenAt, isLost, onSettings }: HeaderProps) {
  const { sessionSettings: settings = {}, computerId, agentMode } = session
  const model = session.agentModel ?? settings.model
  return (
    <header className="flex items-center gap-3 border-b border-line px-4 py-2.5 sm:px-6">
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-[15px] font-semibold" dir="auto">
          {plainText(titleOf(session))}
        </h1>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
          {isLost ? (
            <span role="status" className="inline-flex items-center gap-1.5 text-warn">
              <Icon name="alert" size={13} /> Connecting again
            </span>
          ) : (
            <StatusMark session={session} />
          )}
          {lastSeenAt !== undefined && <span>last seen {ago(lastSeenAt)}</span>}
          {computerId ? (
            <Link
              to="/computers/$computerId"
              params={{ computerId } as never}
              className="hover:text-ink hover:underline"
            >
              {computerName ?? 'Computer'}
            </Link>
          ) : (
            <span>no computer</span>
          )}
          {model && (
            <span className="max-w-40 truncate" title={settings.model && `${settings.model} was asked for`}>
              {plainText(model)}
            </span>
          )}
          {agentMode && <span className="max-w-40 truncate">{plainText(agentMode)}</span>}
          <span>autonomy {settings.autonomyLevel ?? 'of the agent'}</span>
          <Tokens session={session} />
        </div>
      </div>
      <IconButton label="Settings of the session" icon="sliders" onClick={onSettings} />
    </header>
  )
}

function Tokens({ session: { sessionSettings, cost } }: { session: Session }) {
  const usage = sessionSettings?.tokenUsage
  if (!usage) return null
  const total = usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheCreationTokens
  const parts = [
    `${exact(usage.inputTokens)} in`,
    `${exact(usage.outputTokens)} out`,
    `${exact(usage.cacheReadTokens)} from the cache`,
    `${exact(usage.cacheCreationTokens)} into the cache`,
  ]
  return (
    <span className="tabular" title={parts.join(', ')}>
      {compact(total)} tokens{cost && `, ${costText(cost)}`}
    </span>
  )
}
