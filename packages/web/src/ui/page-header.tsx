import type { ReactNode } from 'react'

interface PageHeaderProps {
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Content at the end of the line: a range, a button. */
  readonly actions?: ReactNode
  /** Sets the same width as the content below it. */
  readonly className?: string
}

/** The only `h1` of a page. */
export function PageHeader({ title, children, actions, className = '' }: PageHeaderProps) {
  return (
    <header className={`mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 ${className}`}>
      <div className="min-w-0">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {children && <p className="mt-0.5 text-muted">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
