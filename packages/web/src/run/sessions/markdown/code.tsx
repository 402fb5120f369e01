import { CopyButton } from '../../../ui/copy-button.tsx'
import { Colored } from '../highlight/colored.tsx'
import { findLanguage } from '../highlight/languages.ts'
import { usePieces } from '../highlight/use-pieces.ts'

interface CodeProps {
  readonly text: string
  readonly language: string
  /** Unfinished code is coloured when it is complete. */
  readonly isWhole: boolean
}

/** A block of code with its own scroll bar. */
export function Code({ text, language, isWhole }: CodeProps) {
  const name = language.split(/\s/)[0]?.slice(0, 30) ?? ''
  const pieces = usePieces(text, isWhole ? findLanguage(name) : undefined)
  return (
    <figure className="group relative overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex h-7 items-center justify-between border-b border-line pr-1 pl-3 text-2xs text-muted">
        {name || 'text'}
        <CopyButton text={text} label="Copy this code" />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
        tabIndex={0}
        className="max-h-[32rem] overflow-auto px-3 py-2 font-mono text-xs leading-5"
      >
        <Colored pieces={pieces} />
      </pre>
    </figure>
  )
}
