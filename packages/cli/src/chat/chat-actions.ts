import type { AutonomyLevel } from '@muster/contract/enumerations'
import type { Message } from '@muster/contract/message'
import type { Permission } from '@muster/contract/permission'
import { type Client, isMusterError } from '@muster/sdk'

/** What a person does to a session from the chat. */
export function createActions(client: Client, sessionId: string) {
  let lastPosted: string | undefined
  let isStopped = false
  return {
    /** Whether the session was interrupted after the last message from here. Then nothing waits. */
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

    /** Returns `false` if somebody else was quicker, or the agent no longer waits. */
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
     * The id of the message that was taken back; `undefined` if none waits. Before anything is sent from here, that is
     * `lastWaiting`.
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

    /** The newest messages, the oldest of them first. */
    async newest(count: number): Promise<Message[]> {
      const found: Message[] = []
      for await (const message of client.messages.list.items({ sessionId, limit: Math.min(100, count) })) {
        if (found.push(message) >= count) break
      }
      return found.reverse()
    },

    /** All messages before this one, the oldest first. */
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
