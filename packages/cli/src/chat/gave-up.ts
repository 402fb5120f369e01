import type { Message } from '@muster/contract/message'

/** Shown below a message that was still waiting when the session was stopped. */
export function gaveUp(message: Message): Message {
  const text = 'The agent did not get this message. Up brings its text back.'
  return { ...message, id: `${message.id} given up`, role: 'system', content: [{ type: 'text', id: message.id, text }] }
}
