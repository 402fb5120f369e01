import { CopyButton } from '../../ui/copy-button.tsx'

/** A block of code, which scrolls by itself. */
export function Code({ text, language }: { text: string; language: string }) {
  const name = language.split(/\s/)[0]?.slice(0, 30)
  return (
    <figure className="group relative overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex h-7 items-center justify-between border-b border-line pr-1 pl-3 text-2xs text-muted">
        {name || 'text'}
        <CopyButton text={text} label="Copy this code" />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer must be able to scroll it.
        tabIndex={0}
        className="max-h-[32rem] overflow-auto px-3 py-2 font-mono text-xs leading-5"
      >
        {text}
      </pre>
    </figure>
  )
}
