import type { ComponentProps } from 'react'

/**
 * A part of a page with its own scroll bar. It is focusable, so that the keyboard can scroll it too. Give it a label.
 */
export function ScrollRegion(props: ComponentProps<'section'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
  return <section tabIndex={0} {...props} />
}
