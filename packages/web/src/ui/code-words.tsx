import { plainText } from './plain-text.ts'

export const codeWordClass = 'rounded bg-sunken px-1 py-px font-mono text-[0.92em]'

/** A sentence in which words between backticks are code. */
export function CodeWords({ text }: { text: string }) {
  return plainText(text)
    .split(/`([^`\n]+)`/)
    .map((part, place) =>
      place % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place.
        <code key={place} className={codeWordClass}>
          {part}
        </code>
      ) : (
        part
      ),
    )
}
