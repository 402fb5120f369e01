import type { Message } from '@muster/contract/message'
import type { MessageRow } from './repository.ts'

export function toWire(row: MessageRow): Message {
  return {
    id: row.id,
    role: row.role,
    content: row.content,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...row.details,
  }
}
