import type { ReactNode } from 'react'

interface CardProps {
  /** The target of links within the page. */
  readonly id?: string
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
  /** Without padding, for lists and tables. */
  readonly isFlush?: boolean
}

export function Card({ id, title, actions, children, className = '', isFlush = false }: CardProps) {
  return (
    <section id={id} className={`card min-w-0 ${className}`}>
      {title && (
        <div className="flex min-h-12 items-center justify-between gap-3 px-4 pt-1">
          <h2 className="min-w-0 py-1 text-[13px] font-semibold break-words">{title}</h2>
          {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
        </div>
      )}
      <div className={isFlush ? '' : title ? 'px-4 pb-4' : 'p-4'}>{children}</div>
    </section>
  )
}
