import { auditActions } from '@muster/contract/audit-actions'
import type { AuditEntry } from '@muster/contract/audit-entry'
import type { OrganizationUser } from '@muster/contract/organization'
import type { Search } from '../../../app/search.ts'
import { Button } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { nameOf } from '../../../ui/person.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { Select } from '../../../ui/select.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { ago, exactTime } from '../../../ui/time.ts'

interface AuditViewProps {
  readonly entries: readonly AuditEntry[] | undefined
  readonly people: readonly OrganizationUser[]
  readonly action: string
  readonly user: string
  readonly onFilter: (changes: Search) => void
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly onMore: () => void
  readonly error: unknown
  readonly onRetry: () => void
}

export function AuditView(props: AuditViewProps) {
  const { entries, people, action, user, onFilter, error } = props
  const peopleOptions = [
    ['', 'Everybody'],
    ...people.map((person): [string, string] => [person.id, nameOf(person)]),
  ] as const
  return (
    <>
      <PageHeader title="Audit log">Every change in the organization: who, what, when, and from where.</PageHeader>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <input
          type="search"
          aria-label="Action"
          placeholder="Action, such as user.invite"
          list="audit-actions"
          className={`${inputClass} max-w-72`}
          value={action}
          onChange={(event) => onFilter({ action: event.target.value || undefined })}
        />
        <datalist id="audit-actions">
          {auditActions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Select
          label="Who acted"
          isBare
          className="max-w-64"
          options={peopleOptions}
          value={user}
          onChange={(event) => onFilter({ user: event.target.value || undefined })}
        />
      </div>
      {error ? (
        <Failure error={error} retry={props.onRetry} />
      ) : !entries ? (
        <Skeleton className="h-96" />
      ) : entries.length === 0 ? (
        <div className="card">
          <Empty icon="scroll" title="Nothing like that was done" />
        </div>
      ) : (
        <ol className="card divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {props.hasMore && (
        <div className="mt-3 text-center">
          <Button disabled={props.isLoadingMore} onClick={props.onMore}>
            {props.isLoadingMore ? 'Loading …' : 'Show earlier ones'}
          </Button>
        </div>
      )}
    </>
  )
}

/** One line per change, which unfolds to its details. */
function Entry({ entry }: { entry: AuditEntry }) {
  const { action, actor, at, target, changes, address } = entry
  const hasChanges = Object.keys(changes).length > 0
  const line = (
    <>
      <code className="truncate font-mono text-xs" title={action}>
        {action}
      </code>
      <span className="order-1 truncate md:order-none">
        {actor ? (actor.email ?? 'a user who is gone') : 'the service'}
      </span>
      <span className="hidden truncate text-xs text-muted md:block" title={target.id}>
        {target.type.replaceAll('_', ' ')} {target.id}
      </span>
      <span
        className="tabular order-1 truncate text-right text-xs text-muted md:order-none md:text-left"
        title={address ? `from ${address}` : undefined}
      >
        {address}
      </span>
      <time dateTime={at} title={exactTime(at)} className="text-right text-xs whitespace-nowrap text-muted">
        {ago(at)}
      </time>
    </>
  )
  const grid =
    'grid grid-cols-2 items-center gap-x-4 gap-y-0.5 py-2 pr-4 text-[13px] md:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1.2fr)_7rem_6.5rem]'
  if (!hasChanges) return <li className={`${grid} pl-9`}>{line}</li>
  return (
    <li>
      <details className="group">
        <summary className={`${grid} relative list-none pl-9 hover:bg-hover`}>
          <Icon name="right" size={13} className="absolute top-3 left-3.5 text-faint group-open:rotate-90" />
          {line}
        </summary>
        <pre className="mx-4 mb-3 overflow-x-auto rounded-md bg-sunken p-2 font-mono text-xs md:ml-9">
          {plainText(JSON.stringify(changes, null, 2))}
        </pre>
      </details>
    </li>
  )
}
