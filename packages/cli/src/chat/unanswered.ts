import type { Message } from '@muster/contract/message'

/** The messages of people at the end, oldest first, that no agent has answered. While the session is busy, they wait. */
export function unanswered(messages: readonly Message[]): Message[] {
  const answered = new Set(messages.flatMap(({ role, parentId }) => (role === 'user' ? [] : [parentId])))
  const people = messages.filter(({ role }) => role === 'user')
  return people.slice(people.findLastIndex(({ id }) => answered.has(id)) + 1)
}

/** Said below a message that waited until the session was stopped. */
export function gaveUp(message: Message): Message {
  const text = 'The agent did not get this message. Up brings its text back.'
  return { ...message, id: `${message.id} given up`, role: 'system', content: [{ type: 'text', id: message.id, text }] }
}
