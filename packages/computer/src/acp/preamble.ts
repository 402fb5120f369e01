import type { Message } from '@muster/contract/message'

/** A longer earlier conversation would leave an agent too little context for the new one. */
const maxCharacters = 60_000

/** The earlier conversation, for an agent that does not know it. A long one is reduced to its newest part. */
export function preamble(messages: readonly Pick<Message, 'role' | 'content'>[]): string | undefined {
  const said = messages.flatMap(({ role, content }) => {
    if (role !== 'user' && role !== 'assistant') return []
    const text = content
      .map((block) => (block.type === 'text' ? block.text : ''))
      .join('')
      .trim()
    return text === '' ? [] : [`${role === 'user' ? 'User' : 'Assistant'}: ${text}`]
  })
  const kept: string[] = []
  let size = 0
  for (const each of said.toReversed()) {
    size += each.length
    if (size > maxCharacters) break
    kept.unshift(each)
  }
  if (kept.length === 0) return undefined
  return `This conversation began elsewhere. What was said before:\n\n${kept.join('\n\n')}\n\nThe user now says:`
}
