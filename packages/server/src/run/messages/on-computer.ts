import { Message } from '@muster/contract/message'
import type { Pagination } from '@muster/contract/pagination'
import { Type } from 'typebox'
import type { Count } from '../../ground/platform/keyset.ts'
import { type PageRequest, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { createChecked } from '../computers/checked-answer.ts'
import type { Computers } from '../computers/service.ts'

const checkedList = createChecked(Type.Object({ messages: Type.Array(Message) }))
const checkedMessage = createChecked(Message)

interface OnComputer {
  readonly computerId: string
  readonly sessionId: string
}

/** A message as stored on the computer of its session. */
export async function messageOnComputer(
  computers: Computers,
  principal: Principal,
  { computerId, sessionId }: OnComputer,
  messageId: string,
): Promise<Message> {
  return checkedMessage(await computers.ask(principal, computerId, { kind: 'message', sessionId, messageId }))
}

interface ListRequest extends PageRequest<Count> {
  /** The name of the list in its cursors. */
  readonly name: string
  readonly order: 'asc' | 'desc'
  readonly role: string | undefined
}

/** The messages of a session as stored on its computer. Positions count from the oldest. */
export async function messagesOnComputer(
  computers: Computers,
  principal: Principal,
  { computerId, sessionId }: OnComputer,
  { name, order, role, limit, after }: ListRequest,
): Promise<{ messages: Message[]; pagination: Pagination }> {
  const { messages } = checkedList(await computers.ask(principal, computerId, { kind: 'messages', sessionId }))
  const placed = messages.map((message, index) => ({ message, place: index + 1 }))
  const wanted = placed.filter(({ message }) => role === undefined || message.role === role)
  const [from] = after
  const rest =
    order === 'asc' ? wanted.filter(({ place }) => place > from) : wanted.reverse().filter(({ place }) => place < from)
  const page = toPage(name, limit, rest, ({ place }) => [place])
  return { messages: page.rows.map(({ message }) => message), pagination: page.pagination }
}
