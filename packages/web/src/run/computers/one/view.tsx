import type { Computer } from '@muster/contract/computer'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { detailOf, Failure, Skeleton } from '../../../ui/states.tsx'
import { exactTime } from '../../../ui/time.ts'
import { accessWords } from '../access-of.ts'
import { ConnectionMark } from '../connection-mark.tsx'
import { NameForm } from '../name-form.tsx'
import { Steps } from './steps.tsx'

interface ComputerViewProps {
  readonly computer: Computer | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onRename: (name: string) => Promise<void>
  readonly onRemove: () => Promise<void>
}

export function ComputerView({ computer, error, onRetry, onRename, onRemove }: ComputerViewProps) {
  if (error) {
    return (
      <>
        <PageHeader title="Computer" />
        <Failure error={error} retry={onRetry} />
      </>
    )
  }
  if (!computer) {
    return (
      <>
        <PageHeader title="Computer" />
        <Skeleton className="h-64" />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={<span dir="auto">{computer.name}</span>}
        actions={
          <>
            <Link to="/sessions" search={{ computer: computer.id } as never} className={buttonClass()}>
              Its sessions
            </Link>
            <Link to="/sessions/new" search={{ computer: computer.id } as never} className={buttonClass('solid')}>
              <Icon name="plus" size={15} /> New session
            </Link>
          </>
        }
      >
        <ConnectionMark computer={computer} />
      </PageHeader>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="About">
          <Facts computer={computer} />
        </Card>
        <Card title="Setting it up">
          <Steps steps={computer.provisioningSteps ?? []} />
        </Card>
        <Card title="Rename">
          <NameForm name={computer.name} action="Rename" onSave={onRename} />
        </Card>
        <Card title="Remove">
          <Removal onRemove={onRemove} />
        </Card>
      </div>
    </>
  )
}

function Facts({ computer }: { computer: Computer }) {
  const { agents = [], confinement } = computer
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Note', computer.note],
    ['Kind', computer.providerType === 'managed' ? 'Managed: for the whole organization' : 'A machine that joined'],
    ['Work from', accessWords(computer)],
    ['Host name', computer.hostname],
    ['System', computer.platform],
    ['Agents', agents.map(({ title, version }) => [title, version].filter(Boolean).join(' ')).join(', ') || undefined],
    ['Folder', computer.folder],
    ['Remote user', computer.remoteUser],
    ['Version of Muster', computer.daemonVersion],
    ['Confined', confinement && (confinement.isConfined ? 'Yes' : `No: ${confinement.reason ?? 'not possible here'}`)],
    ['Registered', exactTime(computer.createdAt)],
  ]
  return (
    <dl className="divide-y divide-line text-[13px]">
      {rows.map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label} className="flex justify-between gap-6 py-1.5">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-right break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Removal({ onRemove }: { onRemove: () => Promise<void> }) {
  const [isSure, setSure] = useState(false)
  const [error, setError] = useState<string>()
  const remove = async () => {
    setError(undefined)
    try {
      await onRemove()
    } catch (fault) {
      setError(detailOf(fault))
    }
  }
  return (
    <>
      <p className="mb-3 text-muted">Its sessions stay, and can be read. Work that waits for it ends.</p>
      <div className="flex gap-2">
        <Button look="danger" icon="trash" onClick={() => (isSure ? void remove() : setSure(true))}>
          {isSure ? 'Remove for good' : 'Remove this computer'}
        </Button>
        {isSure && <Button onClick={() => setSure(false)}>Keep it</Button>}
      </div>
      {error && (
        <p role="alert" className="mt-2 text-[13px] text-bad">
          {error}
        </p>
      )}
    </>
  )
}
