import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** `center`: a box; `left`, `right`: a panel at that edge; `top`: a box near the top, without a heading. */
  readonly side?: 'center' | 'left' | 'right' | 'top'
  /** It cannot be closed without an answer. */
  readonly isModal?: boolean
}

const places = {
  center: 'top-1/2 left-1/2 -translate-1/2 w-[min(32rem,calc(100vw-2rem))] max-h-[85dvh] rounded-xl border',
  top: 'top-[12vh] left-1/2 -translate-x-1/2 w-[min(36rem,calc(100vw-2rem))] max-h-[70dvh] rounded-xl border',
  left: 'inset-y-0 left-0 w-64 border-r',
  right: 'inset-y-0 right-0 w-[min(40rem,100%)] border-l',
}

/** A window above the page. It traps the focus, and returns it when closed. */
export function Dialog({ title, isOpen, onClose, children, side = 'center', isModal = false }: DialogProps) {
  const isPlain = side === 'left' || side === 'top'
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && !isModal && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="animate-fade fixed inset-0 z-40 bg-[light-dark(rgb(20_23_31/0.35),rgb(0_0_0/0.6))]" />
        <Radix.Content
          aria-describedby={undefined}
          className={`animate-fade fixed z-50 flex flex-col overflow-hidden border-line bg-raised shadow-pop outline-none ${places[side]}`}
        >
          {isPlain ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-5">
              <Radix.Title className="text-[15px] font-semibold">{title}</Radix.Title>
              {!isModal && <IconButton label="Close" icon="close" onClick={onClose} />}
            </div>
          )}
          <div
            // Keyboard users must be able to scroll the content.
            tabIndex={isPlain ? undefined : 0}
            className={`min-h-0 flex-1 overflow-y-auto outline-offset-[-2px] ${isPlain ? '' : 'px-5 py-4'}`}
          >
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
