import type { FrameFromComputer } from '@muster/contract/relay/from-computer'
import type { FrameToComputer } from '@muster/contract/relay/to-computer'
import { readSession } from './log/read-session.ts'
import { hasLog, listSessions, logPath } from './log/sessions-on-disk.ts'
import type { Place } from './place/place.ts'

type Ask = Extract<FrameToComputer, { type: 'ask' }>
type Answer = Extract<FrameFromComputer, { type: 'answer' }>

/** Answers questions of the service about this computer from the local disk. */
export async function answer({ requestId, question }: Ask, place: Place, computerId: string): Promise<Answer> {
  const read = (sessionId: string) => readSession(logPath(place, sessionId), sessionId, computerId)
  const tell = (body: unknown): Answer => ({ type: 'answer', requestId, body })
  const refuse = (error: NonNullable<Answer['error']>): Answer => ({ type: 'answer', requestId, error })
  try {
    if (question.kind === 'sessions') {
      const all = await Promise.all(listSessions(place).map(read))
      return tell({ sessions: all.map(({ session }) => session).toSorted((a, b) => b.createdAt - a.createdAt) })
    }
    if (!hasLog(place, question.sessionId)) return refuse('session_not_found')
    const { session, messages } = await read(question.sessionId)
    if (question.kind === 'session') return tell(session)
    if (question.kind === 'messages') return tell({ messages })
    const message = messages.find(({ id }) => id === question.messageId)
    return message ? tell(message) : refuse('message_not_found')
  } catch {
    return refuse('internal_error')
  }
}
