import type { TestServer } from '../../server/src/testing/test-server.ts'
import { rowsOf } from '../../server/test/database-rows.ts'

/** A session with what was said in it, stored as the service stores it. */
export async function storedSession(
  { acme: { member, organizationId }, databaseUrl }: TestServer,
  computerId: string,
  said: { readonly title: string; readonly count: number; readonly contentOf: string },
): Promise<string> {
  const { title, count, contentOf } = said
  const { sessionId } = await member.sessions.create({ computerId, title })
  await rowsOf(
    databaseUrl,
    `insert into messages (session_id, seq, organization_id, id, role, content, created_at, updated_at, revision)
     select $1::uuid, n, $2::uuid, gen_random_uuid(), case when n % 10 = 1 then 'user' else 'assistant' end, ${contentOf}, n, n, n
     from generate_series(1, ${count}) n`,
    [sessionId, organizationId],
  )
  await rowsOf(
    databaseUrl,
    `update sessions set message_count = ${count}, last_seq = ${count}, version = ${count} where id = $1`,
    [sessionId],
  )
  return sessionId
}

/** The content of a message with this text, in SQL. */
export const textBlock = (sql: string) =>
  `json_build_array(json_build_object('type', 'text', 'id', 'b', 'text', ${sql}))`
