import type { Computer } from '@muster/contract/computer'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { ConnectionMark } from '../connection-mark.tsx'
import { JoinCommand } from '../join-command.tsx'
import { NameForm } from '../name-form.tsx'

interface ComputersViewProps {
  readonly computers: readonly Computer[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  /** Set if the organization lets the service run computers itself. */
  readonly onAddManaged: ((name: string) => Promise<void>) | undefined
}

export function ComputersView({ computers, error, onRetry, onAddManaged }: ComputersViewProps) {
  const [opened, setOpened] = useState<'join' | 'managed'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <PageHeader
        title="Computers"
        actions={
          <>
            {onAddManaged && <Button onClick={() => setOpened('managed')}>New managed computer</Button>}
            <Button look="solid" icon="plus" onClick={() => setOpened('join')}>
              Let a machine join
            </Button>
          </>
        }
      >
        Where agents of sessions work.
      </PageHeader>
      {error ? (
        <Failure error={error} retry={onRetry} />
      ) : !computers ? (
        <Skeleton className="h-64" />
      ) : computers.length === 0 ? (
        <Card>
          <Empty icon="computer" title="No computer has joined yet">
            <JoinCommand />
          </Empty>
        </Card>
      ) : (
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {computers.map((computer) => (
            <ComputerCard key={computer.id} computer={computer} />
          ))}
        </ul>
      )}
      <Dialog title="Let this machine join" isOpen={opened === 'join'} onClose={close}>
        <JoinCommand />
      </Dialog>
      <Dialog title="New managed computer" isOpen={opened === 'managed'} onClose={close}>
        <p className="mb-3 text-muted">The service runs it on its own host, confined where that is possible.</p>
        {onAddManaged && <NameForm name="" action="Create" onSave={onAddManaged} />}
      </Dialog>
    </>
  )
}

function ComputerCard({ computer }: { computer: Computer }) {
  const { id, name, hostname, providerType, access, agents = [], folder, provisioningSteps = [] } = computer
  const running = provisioningSteps.find(({ status }) => status === 'running' || status === 'failed')
  return (
    <li className="card relative flex min-w-0 flex-col gap-2 px-4 py-3 transition-colors hover:bg-hover">
      <div className="flex items-center gap-2.5">
        <span className="inline-flex size-8 items-center justify-center rounded-md bg-accent-soft text-accent">
          <Icon name="computer" />
        </span>
        <div className="min-w-0 flex-1">
          <Link
            to="/computers/$computerId"
            params={{ computerId: id } as never}
            dir="auto"
            className="block truncate font-medium after:absolute after:inset-0"
          >
            {name}
          </Link>
          <p className="truncate text-xs text-muted">
            {providerType === 'managed' ? 'managed' : (hostname ?? 'own machine')}
            {access === 'private' && ' · private'}
          </p>
        </div>
      </div>
      <ConnectionMark computer={computer} />
      <p className="truncate text-xs text-muted">
        {running
          ? running.name
          : agents.map(({ title, version }) => [title, version].filter(Boolean).join(' ')).join(', ') ||
            'no agent known yet'}
      </p>
      {folder && <p className="truncate font-mono text-2xs text-muted">{folder}</p>}
    </li>
  )
}
