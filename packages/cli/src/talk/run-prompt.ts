import type { TurnOutcome } from '@muster/contract/enumerations'
import type { Message } from '@muster/contract/message'
import type { Permission } from '@muster/contract/permission'
import type { Session } from '@muster/contract/session'
import { type Client, isMusterError } from '@muster/sdk'

export interface Ran {
  readonly outcome: TurnOutcome
  /** The agent's last answer. */
  readonly answer: string
  /** Why the turn failed, for people. */
  readonly reason?: string | undefined
  readonly session: Session
  /** The posted message, and all messages after it. */
  readonly messages: readonly Message[]
}

interface RunOptions {
  readonly client: Client
  readonly sessionId: string
  /** Posts the message and resolves with its id. */
  readonly post: () => Promise<string>
  /** How to answer the agent's questions; `wait` leaves them to other people. */
  readonly questions: 'reject' | 'allow' | 'wait'
  readonly signal: AbortSignal
  readonly onSession: (session: Session) => void
  readonly onQuestion: (permission: Permission) => void
  readonly onMessage: (message: Message) => void
  readonly onLost: () => void
}

/** Posts a message and waits until the agent is done. The event stream is opened first, so that no event is missed. */
export async function runPrompt(options: RunOptions): Promise<Ran> {
  const { client, sessionId, signal } = options
  const messages = new Map<string, Message>()
  let messageId: string | undefined
  for await (const { event, data } of client.sessions.events({ sessionId }, { signal, onLost: options.onLost })) {
    messageId ??= await options.post()
    if (event === 'message' && (data.id === messageId || messages.size > 0)) {
      messages.set(data.id, data)
      options.onMessage(data)
    } else if (event === 'permission' && data.status === 'pending' && messages.size > 0) {
      options.onQuestion(data)
      await answer(options, data)
    } else if (event === 'session') {
      options.onSession(data)
      if (data.status === 'idle' && messages.size > 0) return resultOf(data, [...messages.values()])
    }
  }
  // The stream ends only with an error.
  throw new Error('The events of the session have ended.')
}

async function answer({ client, sessionId, questions, signal }: RunOptions, { id }: Permission): Promise<void> {
  if (questions === 'wait') return
  try {
    await client.sessions.decidePermission({ sessionId, permissionId: id, decision: questions }, { signal })
  } catch (error) {
    // The question was already answered, or the agent no longer waits.
    if (!isMusterError(error, 'permission_decided')) throw error
  }
}

/** A failed turn ends with a system message. */
function resultOf(session: Session, messages: readonly Message[]): Ran {
  const last = messages.findLast(({ role }) => role !== 'user')
  const said = messages.filter(({ role }) => role === 'assistant').map(textOf)
  const reason = last?.role === 'system' ? textOf(last) : undefined
  const ended = last?.role !== 'system' ? 'completed' : last.isError ? 'failed' : 'interrupted'
  const outcome = ended === 'completed' && session.outcome === 'refused' ? 'refused' : ended
  return { outcome, answer: said.findLast((text) => text !== '') ?? '', reason, session, messages }
}

function textOf({ content }: Message): string {
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim()
}
