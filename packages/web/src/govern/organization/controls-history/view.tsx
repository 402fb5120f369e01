import type { ControlChange } from '@muster/contract/controls'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { ago } from '../../../ui/time.ts'
import { DifferenceList } from '../controls/difference-list.tsx'
import { differences } from '../controls/schema-form.ts'

interface ControlsHistoryViewProps {
  readonly changes: readonly ControlChange[] | undefined
  readonly isOwner: boolean
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly error: unknown
  readonly onRetry: () => void
  readonly onRestore: (change: ControlChange) => void
}

export function ControlsHistoryView(props: ControlsHistoryViewProps) {
  const { changes, isOwner, hasMore, error } = props
  return (
    <>
      <PageHeader
        title="History of the controls"
        className="max-w-4xl"
        actions={
          <Link to="/organization/controls" className={buttonClass()}>
            To the controls
          </Link>
        }
      >
        Every revision, who made it, and what it changed.
      </PageHeader>
      {error ? (
        <Failure error={error} retry={props.onRetry} />
      ) : !changes ? (
        <Skeleton className="h-72" />
      ) : changes.length === 0 ? (
        <div className="card">
          <Empty icon="shield" title="The controls were never changed" />
        </div>
      ) : (
        <ol className="grid max-w-4xl grid-cols-1 gap-3">
          {changes.map((change, index) => {
            const before = changes[index + 1]
            // The oldest loaded revision has no comparison until the one before it is loaded.
            const isKnown = before !== undefined || !hasMore
            return (
              <li key={change.revision} className="card p-4">
                <div className="flex flex-wrap items-center gap-2">
                  <h2 className="text-[13px] font-semibold">Revision {change.revision}</h2>
                  {index === 0 && <Badge look="good">in force</Badge>}
                  <p className="min-w-0 flex-1 text-[13px] break-words text-muted">
                    {change.user.name || change.user.email}, {ago(change.updatedAt)}
                  </p>
                  {isOwner && index > 0 && (
                    <Button size="small" onClick={() => props.onRestore(change)}>
                      Restore
                    </Button>
                  )}
                </div>
                {isKnown && <DifferenceList differences={differences(before?.settings ?? {}, change.settings)} />}
              </li>
            )
          })}
        </ol>
      )}
      {hasMore && (
        <div className="mt-3 text-center">
          <Button onClick={props.onMore}>Show earlier ones</Button>
        </div>
      )}
    </>
  )
}
