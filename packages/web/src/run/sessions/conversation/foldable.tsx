import { type ReactNode, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'

/** Remembers which rows a person opened or closed while they are scrolled out of view. */
const chosen = new Map<string, boolean>()

interface FoldableProps {
  readonly id: string
  readonly icon: IconName
  readonly iconClass?: string
  readonly title: string
  readonly about: string
  /** What the icon tells, for those who do not see it. */
  readonly state?: string
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** One line that unfolds to its content. */
export function Foldable({
  id,
  icon,
  iconClass = 'text-faint',
  title,
  about,
  state,
  isOpenAtFirst = false,
  children,
}: FoldableProps) {
  const [byHand, setByHand] = useState(chosen.get(id))
  const isOpen = byHand ?? isOpenAtFirst
  const toggle = () => {
    chosen.set(id, !isOpen)
    setByHand(!isOpen)
  }
  return (
    <div className={`rounded-md border ${isOpen ? 'border-line' : 'border-transparent'}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex h-7 w-full items-center gap-2 rounded-md px-2 text-left text-[13px] text-muted hover:bg-hover"
      >
        <Icon name={icon} size={14} className={iconClass} />
        <span className="shrink-0 font-medium text-ink">{title}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs">{about}</span>
        {state !== undefined && <span className="sr-only">, {state}</span>}
        <Icon name={isOpen ? 'up' : 'down'} size={13} />
      </button>
      {isOpen && <div className="space-y-2 border-t border-line px-3 py-2">{children}</div>}
    </div>
  )
}
