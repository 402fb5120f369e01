import * as Popover from '@radix-ui/react-popover'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

export interface PopoverButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'content'> {
  /** What is shown beside the button once it is pressed. */
  readonly content: ReactNode
  readonly contentClass?: string
}

/** The popover of a button that was just pressed. */
export function OpenPopover({ content, contentClass = '', ...trigger }: PopoverButtonProps) {
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger {...trigger} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          className={`animate-fade z-50 rounded-lg border border-line bg-raised p-4 text-[13px] shadow-pop ${contentClass}`}
        >
          {content}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
