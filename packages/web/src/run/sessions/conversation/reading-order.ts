import type { Message } from '@muster/contract/message'

/**
 * Sorts messages in reading order: an agent's answer follows the message that it answers, even if the next message was
 * written meanwhile.
 */
export function inReadingOrder(messages: readonly Message[]): Message[] {
  const groups: Message[][] = [[]]
  const groupOf = new Map<string, Message[]>()
  for (const message of messages) {
    if (message.role === 'user') {
      const group = [message]
      groups.push(group)
      groupOf.set(message.id, group)
    } else {
      const own = message.parentId === undefined ? undefined : groupOf.get(message.parentId)
      const group = own ?? groups.at(-1)
      group?.push(message)
    }
  }
  return groups.flat()
}
