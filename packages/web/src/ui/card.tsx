import type { ReactNode } from 'react'

interface CardProps {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
  /** Lists and tables reach the edges. */
  readonly isFlush?: boolean
}

export function Card({ title, actions, children, className = '', isFlush = false }: CardProps) {
  return (
    <section className={`card min-w-0 ${className}`}>
      {title && (
        <div className="flex min-h-12 items-center justify-between gap-3 px-4 pt-1">
          <h2 className="truncate text-[13px] font-semibold">{title}</h2>
          {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
        </div>
      )}
      <div className={isFlush ? '' : title ? 'px-4 pb-4' : 'p-4'}>{children}</div>
    </section>
  )
}
