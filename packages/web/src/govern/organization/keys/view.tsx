import type { ApiKey } from '@muster/contract/api-key'
import type { OrganizationUser } from '@muster/contract/organization'
import { nowMs } from '../../../app/environment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { nameOf } from '../../../ui/person.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { ago } from '../../../ui/time.ts'

interface KeysViewProps {
  readonly keys: readonly ApiKey[] | undefined
  readonly people: ReadonlyMap<string, OrganizationUser>
  readonly isOwner: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly onMake: () => void
  readonly onRevoke: (key: ApiKey) => void
}

export function KeysView(props: KeysViewProps) {
  const { keys, isOwner, error } = props
  const make = (
    <Button look="solid" icon="plus" onClick={props.onMake}>
      New key
    </Button>
  )
  return (
    <>
      <PageHeader title="API keys" actions={make}>
        {isOwner ? 'For programs and agents, of everybody in the organization.' : 'For your programs and agents.'}
      </PageHeader>
      {error ? (
        <Failure error={error} retry={props.onRetry} />
      ) : !keys ? (
        <Skeleton className="h-72" />
      ) : keys.length === 0 ? (
        <div className="card">
          <Empty icon="key" title="There is no key yet">
            A program shows a key to act for you. Give each program its own, with no more than it needs.
          </Empty>
        </div>
      ) : (
        <Table label="API keys" columns={columnsOf(props)} rows={keys} keyOf={({ id }) => id} />
      )}
    </>
  )
}

function columnsOf({ people, isOwner, onRevoke }: KeysViewProps): readonly TableColumn<ApiKey>[] {
  const name: TableColumn<ApiKey> = {
    label: 'Key',
    cell: (key) => (
      <>
        <p className="truncate font-medium" title={key.name}>
          {key.name}
        </p>
        <p className="truncate font-mono text-2xs text-muted">mst_{key.id}_…</p>
      </>
    ),
  }
  const owner: TableColumn<ApiKey> = {
    label: 'Acts as',
    cell: ({ userId }) => {
      const person = people.get(userId)
      return <span className="block max-w-44 truncate">{person ? nameOf(person) : '–'}</span>
    },
  }
  return [
    name,
    ...(isOwner ? [owner] : []),
    {
      label: 'May',
      cell: ({ scopes }) =>
        scopes ? (
          <span className="flex max-w-72 flex-wrap gap-1">
            {scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
          </span>
        ) : (
          <span className="whitespace-nowrap">all that the role allows</span>
        ),
    },
    {
      label: 'Last use',
      cell: ({ lastUsedAt }) => (
        <span className="whitespace-nowrap text-muted">{lastUsedAt ? ago(lastUsedAt) : 'never'}</span>
      ),
    },
    { label: 'Ends', cell: ({ expiresAt }) => <Ends expiresAt={expiresAt} /> },
    {
      label: 'Actions',
      isBare: true,
      cell: (key) => (
        <div className="text-right">
          <Button size="small" look="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        </div>
      ),
    },
  ]
}

function Ends({ expiresAt }: { expiresAt: string | undefined }) {
  if (!expiresAt) return <span className="text-muted">never</span>
  const isOver = new Date(expiresAt).getTime() <= nowMs()
  return isOver ? (
    <Badge look="bad">ended</Badge>
  ) : (
    <span className="whitespace-nowrap text-muted">{ago(expiresAt)}</span>
  )
}
