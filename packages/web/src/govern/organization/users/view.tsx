import type { OrganizationUser } from '@muster/contract/organization'
import type { Search } from '../../../app/search.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { exact } from '../../../ui/numbers.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { nameOf } from '../../../ui/person.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { ago } from '../../../ui/time.ts'
import { teamOf } from './filter-people.ts'

interface PeopleViewProps {
  readonly people: readonly OrganizationUser[] | undefined
  readonly total: number
  readonly error: unknown
  readonly onRetry: () => void
  readonly isOwner: boolean
  readonly text: string
  readonly role: string
  readonly onSearch: (changes: Search) => void
  readonly onInvite: () => void
  readonly onEdit: (person: OrganizationUser) => void
  readonly onLink: (person: OrganizationUser) => void
  readonly onRemove: (person: OrganizationUser) => void
}

const roleOptions = [
  ['', 'All roles'],
  ['owner', 'Owners'],
  ['manager', 'Managers'],
  ['member', 'Members'],
  ['guest', 'Guests'],
] as const

export function PeopleView(props: PeopleViewProps) {
  const { people, total, error, isOwner, text, role, onSearch } = props
  return (
    <>
      <PageHeader
        title="People"
        actions={
          isOwner && (
            <Button look="solid" icon="plus" onClick={props.onInvite}>
              Invite people
            </Button>
          )
        }
      >
        Who belongs to the organization, and what they may do.
      </PageHeader>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label="Search users"
          placeholder="Name, e-mail or team"
          value={text}
          onText={(q) => onSearch({ q: q || undefined })}
        />
        <Select
          label="Role"
          isBare
          options={roleOptions}
          value={role}
          onChange={(event) => onSearch({ role: event.target.value || undefined })}
        />
        <p role="status" className="tabular text-[13px] text-muted">
          {people && (text || role ? `${exact(people.length)} of ${exact(total)}` : `${exact(total)} people`)}
        </p>
      </div>
      {error ? (
        <Failure error={error} retry={props.onRetry} />
      ) : !people ? (
        <Skeleton className="h-96" />
      ) : people.length === 0 ? (
        <div className="card">
          <Empty icon="users" title="Nobody is called that" />
        </div>
      ) : (
        <Table label="Users" columns={columnsOf(props)} rows={people} keyOf={({ id }) => id} />
      )}
    </>
  )
}

function columnsOf({ isOwner, onEdit, onLink, onRemove }: PeopleViewProps): readonly TableColumn<OrganizationUser>[] {
  const columns: readonly TableColumn<OrganizationUser>[] = [
    {
      label: 'Person',
      cell: (person) => (
        <>
          <p className="truncate font-medium" title={nameOf(person)}>
            {nameOf(person)}
          </p>
          {nameOf(person) !== person.email && <p className="truncate text-xs text-muted">{person.email}</p>}
        </>
      ),
    },
    {
      label: 'Role',
      cell: ({ role }) => <Badge look={role === 'owner' ? 'accent' : 'plain'}>{role}</Badge>,
    },
    { label: 'Team', cell: (person) => <span className="block max-w-48 truncate">{teamOf(person) || '–'}</span> },
    {
      label: 'Last sign-in',
      cell: ({ lastSignInAt }) => (
        <span className="whitespace-nowrap text-muted">{lastSignInAt ? ago(lastSignInAt) : 'never'}</span>
      ),
    },
  ]
  if (!isOwner) return columns
  const actions: TableColumn<OrganizationUser> = {
    label: 'Actions',
    isBare: true,
    cell: (person) => (
      <div className="flex justify-end gap-0.5">
        <IconButton label={`Change ${person.email}`} icon="sliders" onClick={() => onEdit(person)} />
        <IconButton label={`Make a link for ${person.email}`} icon="key" onClick={() => onLink(person)} />
        <IconButton label={`Remove ${person.email}`} icon="trash" onClick={() => onRemove(person)} />
      </div>
    ),
  }
  return [...columns, actions]
}
