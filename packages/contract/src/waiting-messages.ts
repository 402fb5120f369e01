import type { Message } from './message.ts'

/**
 * The messages of people that wait for the agent of a busy session, oldest first: those at the end without an answer.
 * `begunId` is a message whose turn has begun, if that is known.
 */
export function waitingMessages(messages: readonly Message[], begunId?: string): Message[] {
  const begun = new Set(messages.flatMap(({ role, parentId }) => (role === 'user' ? [] : [parentId]))).add(begunId)
  const people = messages.filter(({ role }) => role === 'user')
  return people.slice(people.findLastIndex(({ id }) => begun.has(id)) + 1)
}
