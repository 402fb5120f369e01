import { CodeWords } from '../../../ui/code-words.tsx'
import { LongText } from '../../../ui/long-text.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { Code } from '../markdown/code.tsx'
import { partsOf } from './user-parts.ts'

/** Longer texts are shown without formatting. */
const maxLength = 8000

/** A person's text with its line breaks; only fenced code is formatted. */
export function UserText({ text }: { text: string }) {
  if (text.length > maxLength || !text.includes('`')) return <LongText text={text} />
  return (
    <div className="space-y-2">
      {partsOf(plainText(text)).map(({ text: part, language }, place) =>
        language === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place.
          <p key={place} className="break-words whitespace-pre-wrap">
            <CodeWords text={part} />
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place.
          <Code key={place} text={part} language={language} isWhole />
        ),
      )}
    </div>
  )
}
