import type { ComponentProps } from 'react'

/**
 * A part of a page that scrolls by itself. It takes the focus, so that the keyboard can scroll it too. Give it a label.
 */
export function ScrollRegion(props: ComponentProps<'section'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer must be able to scroll it.
  return <section tabIndex={0} {...props} />
}
