import type { Computer } from '@muster/contract/computer'
import type { Session } from '@muster/contract/session'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { exact } from '../../../ui/numbers.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import type { Filter, Show } from './filter-sessions.ts'
import { shows } from './filter-sessions.ts'
import { SessionTable } from './session-table.tsx'

interface SessionsViewProps {
  readonly sessions: readonly Session[] | undefined
  readonly total: number
  readonly computers: readonly Computer[]
  readonly filter: Filter
  readonly isMine: boolean
  /** Whether there are sessions of other people. */
  readonly hasOthers: boolean
  /** The names of other people, by user id. */
  readonly others: ReadonlyMap<string, string>
  readonly onFilter: (changes: Readonly<Record<string, string | undefined>>) => void
  readonly onPeek: (sessionId: string) => void
  readonly more: { readonly isThere: boolean; readonly isLoading: boolean; readonly load: () => void }
  readonly error: unknown
  readonly onRetry: () => void
  readonly notifications: { readonly canAsk: boolean; readonly ask: () => void }
}

export function SessionsView(props: SessionsViewProps) {
  const { sessions, computers, filter, onFilter, more, notifications } = props
  const names = useMemo(() => new Map(computers.map(({ id, name }) => [id, name])), [computers])
  const isFiltered = filter.show !== 'all' || filter.text !== '' || filter.computerId !== undefined || props.isMine
  return (
    <>
      <PageHeader
        title="Sessions"
        actions={
          <>
            {notifications.canAsk && (
              <Button icon="bell" onClick={notifications.ask} title="When an agent waits for you">
                Notify me
              </Button>
            )}
            <Link to="/sessions/new" className={buttonClass('solid')}>
              <Icon name="plus" size={15} /> New session
            </Link>
          </>
        }
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented
          label="Which sessions"
          value={filter.show}
          options={Object.entries(shows) as [Show, string][]}
          onChange={(show) => onFilter({ show: show === 'all' ? undefined : show })}
        />
        {props.hasOthers && (
          <Button
            aria-pressed={props.isMine}
            className={props.isMine ? 'text-accent!' : ''}
            onClick={() => onFilter({ whose: props.isMine ? undefined : 'mine' })}
          >
            Only mine
          </Button>
        )}
        <select
          aria-label="Computer"
          value={filter.computerId ?? ''}
          onChange={(event) => onFilter({ computer: event.target.value || undefined })}
          className={`${inputClass} w-auto! max-w-48`}
        >
          <option value="">All computers</option>
          {computers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label="Search titles"
          placeholder="Search titles"
          title="/"
          value={filter.text}
          onChange={(event) => onFilter({ q: event.target.value || undefined })}
          className={`${inputClass} w-full! sm:w-56!`}
        />
        {/* An empty page says so in its middle. */}
        {sessions && (isFiltered || sessions.length > 0) && (
          <p role="status" className="text-xs text-muted">
            {isFiltered
              ? `${exact(sessions.length)} of the newest ${exact(props.total)}`
              : `${exact(sessions.length)} ${sessions.length === 1 ? 'session' : 'sessions'}${more.isThere ? ' so far' : ''}`}
          </p>
        )}
      </div>
      {props.error ? (
        <Failure error={props.error} retry={props.onRetry} />
      ) : (
        <div className="card min-h-112 overflow-hidden">
          {sessions ? <List {...props} sessions={sessions} names={names} isFiltered={isFiltered} /> : <Loading />}
        </div>
      )}
      {more.isThere && (
        <div className="mt-3 flex justify-center">
          <Button disabled={more.isLoading} onClick={more.load}>
            {more.isLoading ? 'Loading' : isFiltered ? 'Search further back' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

interface ListProps extends SessionsViewProps {
  readonly sessions: readonly Session[]
  readonly names: ReadonlyMap<string, string>
  readonly isFiltered: boolean
}

function List({ sessions, names, others, isFiltered, onPeek, onFilter }: ListProps) {
  if (sessions.length > 0) {
    return <SessionTable sessions={sessions} computerNames={names} others={others} onPeek={onPeek} />
  }
  if (isFiltered) {
    const none = { show: undefined, q: undefined, computer: undefined, whose: undefined }
    return (
      <Empty
        icon="search"
        title="No session is like that"
        action={<Button onClick={() => onFilter(none)}>Show all</Button>}
      />
    )
  }
  return (
    <Empty
      icon="chat"
      title="No sessions yet"
      action={
        <Link to="/sessions/new" className={buttonClass('solid')}>
          Start the first one
        </Link>
      }
    >
      A session is a conversation with an agent on a computer.
    </Empty>
  )
}

function Loading() {
  return Array.from({ length: 8 }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
    <div key={place} className="flex h-14 items-center border-b border-line px-4">
      <Skeleton className="h-5 w-1/2" />
    </div>
  ))
}
