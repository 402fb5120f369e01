import type { ComputerAnswer, ComputerQuestion } from '@muster/contract/relay/question'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

const isConnectedQuery = query(
  'computers.is_connected',
  'select 1 from computers where organization_id = $1 and id = $2 and node_id is not null',
)

export async function isConnected(handle: Handle, organizationId: string, computerId: string): Promise<boolean> {
  return (await handle.find(isConnectedQuery, [organizationId, computerId])) !== undefined
}

const insertQuestion = query(
  'computers.insert_question',
  'insert into relay_questions (id, organization_id, computer_id, question) values ($1, $2, $3, $4)',
)

export function insert(
  handle: Handle,
  row: { id: string; organizationId: string; computerId: string; question: ComputerQuestion },
): Promise<number> {
  return handle.run(insertQuestion, [row.id, row.organizationId, row.computerId, JSON.stringify(row.question)])
}

const findAnswer = query<{ answer: ComputerAnswer | null }>(
  'computers.find_answer',
  'select answer from relay_questions where organization_id = $1 and id = $2',
)

export async function answerOf(handle: Handle, organizationId: string, id: string): Promise<ComputerAnswer | null> {
  return (await handle.find(findAnswer, [organizationId, id]))?.answer ?? null
}

const listOpen = query<{ id: string; question: ComputerQuestion }>(
  'computers.list_questions',
  'select id, question from relay_questions where organization_id = $1 and computer_id = $2 and answer is null',
)

export function openFor(handle: Handle, organizationId: string, computerId: string) {
  return handle.many(listOpen, [organizationId, computerId])
}

const answerQuestion = query(
  'computers.answer_question',
  'update relay_questions set answer = $3 where organization_id = $1 and id = $2',
)

export function answer(handle: Handle, organizationId: string, id: string, text: ComputerAnswer): Promise<number> {
  return handle.run(answerQuestion, [organizationId, id, JSON.stringify(text)])
}

const deleteQuestion = query(
  'computers.delete_question',
  `delete from relay_questions where organization_id = $1 and id = $2 or asked_at < now() - interval '5 minutes'`,
)

/** Also removes expired questions whose caller is gone. */
export function remove(handle: Handle, organizationId: string, id: string): Promise<number> {
  return handle.run(deleteQuestion, [organizationId, id])
}
