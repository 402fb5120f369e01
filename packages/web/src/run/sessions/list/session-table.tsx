import { shortCostText } from '@muster/contract/cost-text'
import type { Session } from '@muster/contract/session'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { nowMs } from '../../../app/environment.ts'
import { IconButton } from '../../../ui/button.tsx'
import { compact, exact } from '../../../ui/numbers.ts'
import { plainText } from '../../../ui/plain-text.ts'
import { ago } from '../../../ui/time.ts'
import { titleOf } from '../status.ts'
import { StatusMark } from '../status-mark.tsx'
import { groupSessions, type ListItem } from './group-sessions.ts'

interface SessionTableProps {
  readonly sessions: readonly Session[]
  readonly computerNames: ReadonlyMap<string, string>
  /** The names of other people, by user id. */
  readonly others: ReadonlyMap<string, string>
  readonly onPeek: (sessionId: string) => void
}

const rowHeight = 56
const headingHeight = 36

/** A long list of links; J and K move through it from anywhere on the page, P opens a preview. */
export function SessionTable({ sessions, computerNames, others, onPeek }: SessionTableProps) {
  const box = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (box.current) setTop(box.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const items = useMemo(() => groupSessions(sessions, startOfToday()), [sessions])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === 'heading' ? headingHeight : rowHeight),
    getItemKey: (index) => keyOf(items[index]) ?? index,
    overscan: 15,
    scrollMargin: top,
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.metaKey || event.ctrlKey || event.altKey || target.closest('input, textarea, select, [role=dialog]'))
        return
      const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      const shown = box.current?.querySelector<HTMLElement>('[data-row]')
      if (step !== 0 && row === undefined) shown?.focus()
      else if (step !== 0) box.current?.querySelector<HTMLElement>(`[data-row="${Number(row) + step}"]`)?.focus()
      else if (event.key === 'p' && row !== undefined)
        onPeek(target.closest<HTMLElement>('[data-session]')?.dataset.session ?? '')
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onPeek])
  return (
    <ul ref={box} aria-label="Sessions" className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index]
        if (!item) return null
        const style = { height: rows.options.estimateSize(index), transform: `translateY(${start - top}px)` }
        if (item.kind === 'heading') {
          return (
            <li
              key={key}
              className="absolute inset-x-0 top-0 flex items-center gap-2 border-b border-line bg-sunken px-4 text-xs font-medium text-muted"
              style={style}
            >
              {item.name}
              <span className="tabular font-normal">{exact(item.count)}</span>
            </li>
          )
        }
        const { session, row } = item
        return (
          <li
            key={key}
            data-session={session.sessionId}
            className="group absolute inset-x-0 top-0 flex items-center gap-3 border-b border-line px-4 hover:bg-hover"
            style={style}
          >
            <SessionLink
              session={session}
              row={row}
              computerName={computerNames.get(session.computerId ?? '')}
              personName={others.get(session.userId ?? '')}
            />
            <IconButton
              label={`Peek into ${plainText(titleOf(session)).slice(0, 60)}`}
              icon="eye"
              onClick={() => onPeek(session.sessionId)}
              className="relative"
            />
          </li>
        )
      })}
    </ul>
  )
}

function keyOf(item: ListItem | undefined): string | undefined {
  return item?.kind === 'heading' ? item.name : item?.session.sessionId
}

/** In the person's own time zone. */
function startOfToday(): number {
  return new Date(nowMs()).setHours(0, 0, 0, 0)
}

interface SessionLinkProps {
  readonly session: Session
  readonly row: number
  readonly computerName: string | undefined
  readonly personName: string | undefined
}

function SessionLink({ session, row, computerName, personName }: SessionLinkProps) {
  const { sessionId, messageCount, updatedAt, cost } = session
  const model = session.agentModel ?? session.sessionSettings?.model
  return (
    <>
      <div className="min-w-0 flex-1">
        <Link
          to="/sessions/$sessionId"
          params={{ sessionId } as never}
          data-row={row}
          dir="auto"
          className="block truncate text-[13px] font-medium after:absolute after:inset-0"
        >
          {plainText(titleOf(session))}
        </Link>
        <p className="truncate text-xs text-muted">
          {personName !== undefined && `${plainText(personName)} · `}
          {computerName ?? (session.computerId ? 'another computer' : 'no computer')}
          {model && ` · ${plainText(model)}`}
        </p>
      </div>
      <StatusMark session={session} />
      <span className="tabular w-16 text-right text-xs text-muted max-md:hidden" title={`${messageCount} messages`}>
        {compact(messageCount)} msg
      </span>
      <span className="tabular w-24 truncate text-right text-xs text-muted max-md:hidden">
        {messageCount > 0 && (shortCostText(cost) ?? 'cost unknown')}
      </span>
      <span className="w-24 text-right text-xs text-muted max-sm:hidden">{ago(updatedAt)}</span>
    </>
  )
}
