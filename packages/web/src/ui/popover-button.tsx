import { lazy, Suspense, useState } from 'react'
import type { PopoverButtonProps } from './open-popover.tsx'

const OpenPopover = lazy(async () => ({ default: (await import('./open-popover.tsx')).OpenPopover }))

/** A button with a popover. What places the popover is a quarter of the code of a page, so it is loaded on the first press. */
export function PopoverButton(props: PopoverButtonProps) {
  const [isWanted, setWanted] = useState(false)
  const { content: _, contentClass: __, ...trigger } = props
  const button = <button type="button" aria-haspopup="dialog" {...trigger} onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <OpenPopover {...props} />
    </Suspense>
  )
}
