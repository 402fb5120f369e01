import { isMusterError, MusterConnectionError } from '@muster/sdk'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

/** A grey placeholder of the size of the content, so that the layout does not shift when that is loaded. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-md bg-sunken ${className}`} />
}

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** An empty state: says why there is no content, and what to do about it. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 inline-flex size-10 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon name={icon} size={20} />
      </span>
      <p className="text-[15px] font-medium">{title}</p>
      {children && <div className="mt-1 max-w-md text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** An error state: says what failed, and offers a retry. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-card border border-line bg-bad-soft px-4 py-3">
      <Icon name="alert" className="mt-0.5 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{titleOf(error)}</p>
        <p className="break-words text-muted">{detailOf(error)}</p>
      </div>
      {retry && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

interface WaitingProps {
  readonly error: unknown
  readonly retry: () => void
  /** The size of the future content. */
  readonly className: string
}

/** Replaces content that is loading or could not be loaded. */
export function Waiting({ error, retry, className }: WaitingProps) {
  return error ? <Failure error={error} retry={retry} /> : <Skeleton className={className} />
}

function titleOf(error: unknown): string {
  if (isMusterError(error)) return error.title
  return error instanceof MusterConnectionError ? 'The service does not answer' : 'Something went wrong'
}

/** One sentence for people; with the id, the operator finds the request in the log. */
export function detailOf(error: unknown): string {
  if (isMusterError(error)) {
    return error.status >= 500 && error.requestId ? `${error.detail} Request ${error.requestId}.` : error.detail
  }
  if (error instanceof MusterConnectionError) return 'Check your connection. What you typed is still here.'
  return error instanceof Error ? error.message : String(error)
}
