import type { ContentBlock } from '@muster/contract/message'
import type { TurnMessage } from '../transcript/transcript.ts'

/** Why a turn is stopped from outside. */
export type Stop =
  | { readonly cause: 'user' | 'over' | 'shutdown' | 'lease' }
  | { readonly cause: 'refused'; readonly reason: string }

export interface TurnEnd {
  readonly outcome: 'completed' | 'failed' | 'interrupted'
  /** A message for people. */
  readonly says?: string
}

export const deafAgent = 'The agent did not stop when it was asked to, and was ended.'

/** The end of a turn that was stopped, or that failed by itself. */
export function endOf(stop: Stop | undefined, fault: string): TurnEnd {
  if (!stop) return { outcome: 'failed', says: fault }
  switch (stop.cause) {
    case 'lease':
      return { outcome: 'failed', says: 'The computer lost the service for too long, and stopped the agent.' }
    case 'shutdown':
      return { outcome: 'failed', says: 'The computer was shut down while the agent worked. Send the message again.' }
    case 'refused':
      return {
        outcome: 'failed',
        says: `The agent did what is refused here without being allowed to, and was ended. ${stop.reason}`.trim(),
      }
    default:
      return fault === deafAgent ? { outcome: 'interrupted', says: fault } : { outcome: 'interrupted' }
  }
}

/** The tool results in a message. */
export function toolsOf({ content }: TurnMessage) {
  return content.flatMap((block) => (block.type === 'tool_result' ? [block] : []))
}

export function textIn(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

export function systemMessage(text: string, parentId: string, newId: () => string, createdAt: number): TurnMessage {
  return { id: newId(), role: 'system', parentId, createdAt, content: [{ type: 'text', id: newId(), text }] }
}
