import type { AutonomyLevel } from '@muster/contract/enumerations'
import type { Message } from '@muster/contract/message'
import type { Permission } from '@muster/contract/permission'
import { type Client, isMusterError } from '@muster/sdk'

/** The operations that a person can perform on a session in the chat. */
export function createActions(client: Client, sessionId: string) {
  let lastPosted: string | undefined
  let isStopped = false
  return {
    /** Whether the session was interrupted after the last message of this chat. Then no message waits. */
    get isStopped() {
      return isStopped
    },

    async send(text: string): Promise<void> {
      isStopped = false
      lastPosted = (await client.messages.post({ sessionId, text, client: 'terminal-ui' })).messageId
    },

    async interrupt(): Promise<void> {
      isStopped = true
      await client.sessions.interrupt({ sessionId })
    },

    /** Returns `false` if the question was already answered, or the agent no longer waits. */
    async decide(
      { id }: Permission,
      answer: { optionId: string } | { decision: 'allow' | 'reject' },
    ): Promise<boolean> {
      try {
        await client.sessions.decidePermission({ sessionId, permissionId: id, ...answer })
        return true
      } catch (error) {
        if (isMusterError(error, 'permission_decided')) return false
        throw error
      }
    },

    /**
     * Takes back the last message of this chat, or `lastWaiting` if it has sent none. Returns its id; `undefined` if no
     * message waits.
     */
    async takeBack(lastWaiting: string | undefined): Promise<string | undefined> {
      const messageId = lastPosted ?? lastWaiting
      if (messageId === undefined) return undefined
      try {
        await client.messages.takeBack({ sessionId, messageId })
        lastPosted = undefined
        return messageId
      } catch (error) {
        if (isMusterError(error, 'message_not_waiting')) return undefined
        throw error
      }
    },

    entitle: (title: string) => client.sessions.update({ sessionId, title: title === '' ? null : title }),
    setLevel: (autonomyLevel: AutonomyLevel) =>
      client.sessions.update({ sessionId, sessionSettings: { autonomyLevel } }),
    setModel: (model: string) => client.sessions.update({ sessionId, sessionSettings: { model } }),

    /** The newest messages, in chronological order. */
    async newest(count: number): Promise<Message[]> {
      const found: Message[] = []
      for await (const message of client.messages.list.items({ sessionId, limit: Math.min(100, count) })) {
        if (found.push(message) >= count) break
      }
      return found.reverse()
    },

    /** All messages before this one, in chronological order. */
    async before(messageId: string): Promise<Message[]> {
      const found: Message[] = []
      for await (const message of client.messages.list.items({ sessionId, order: 'asc', limit: 100 })) {
        if (message.id === messageId) break
        found.push(message)
      }
      return found
    },
  }
}

export type ChatActions = ReturnType<typeof createActions>
