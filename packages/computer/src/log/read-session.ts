import { readFile } from 'node:fs/promises'
import type { Message } from '@muster/contract/message'
import type { Session } from '@muster/contract/session'
import { parseLines } from './append-log.ts'
import type { LogRecord } from './records.ts'

interface ReadSession {
  readonly session: Session
  /** Oldest first. */
  readonly messages: readonly Message[]
}

/** A session from this computer's log. */
export async function readSession(path: string, sessionId: string, computerId: string): Promise<ReadSession> {
  const messages = new Map<string, Message>()
  const state = { title: undefined as string | undefined, createdAt: 0, updatedAt: 0, open: new Set<string>() }
  let completedAt: number | undefined
  let settings: Session['sessionSettings']
  let isPrompted = false
  for (const record of parseLines<LogRecord>(await readFile(path, 'utf8'))) {
    if ('at' in record) state.updatedAt = record.at
    if (record.r === 'taken') {
      state.createdAt ||= record.at
      settings = record.turn.settings
      state.open.add(record.turn.turnId)
      const { turnId: id, content } = record.turn
      messages.set(id, { id, role: 'user', content: [...content], createdAt: record.at, updatedAt: record.at })
    } else if (record.r === 'prompt_sent') isPrompted = true
    else if (record.r === 'over') state.open.delete(record.turnId)
    else if (record.r === 'update') {
      const { update } = record
      if (update.kind === 'message') messages.set(update.message.id, { ...update.message, updatedAt: record.at })
      if (update.kind === 'title') state.title = update.title
      if (update.kind === 'end') {
        state.open.delete(record.turnId)
        completedAt = record.at
        isPrompted = false
      }
    }
  }
  const status = state.open.size === 0 ? 'idle' : isPrompted ? 'running' : 'pending'
  const session: Session = {
    sessionId,
    status,
    messageCount: messages.size,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    computerId,
    ...(state.title !== undefined && { title: state.title }),
    ...(status === 'idle' && completedAt !== undefined && { completedAt }),
    ...(settings && { sessionSettings: settings }),
  }
  return { session, messages: [...messages.values()] }
}
