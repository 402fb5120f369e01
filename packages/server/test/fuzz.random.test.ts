import { randomUUID } from 'node:crypto'
import { openApiDocument } from '@muster/contract/openapi/document'
import type { OpenApiDocument } from '@muster/contract/openapi/types'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { fuzzRuns } from '../src/testing/runs.ts'
import { operatorKey, type RawAnswer, sharedTestServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'
import { type DocumentedOperation, operationsOf } from './fuzz-document.ts'
import { type Draft, requestsFor } from './fuzz-requests.ts'
import type { Vocabulary } from './fuzz-values.ts'
import { type WriteWatch, watchWrites } from './fuzz-writes.ts'

// Controls are among the things that are made up here; an invented list of addresses would lock everybody out.
const server = sharedTestServer({ MUSTER_NETWORK_POLICY: 'ignore', MUSTER_RATE_LIMIT: '0' })

/** `FUZZ_SEED=7 FUZZ_RUNS=2000` tries other and more requests. A failure prints its seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_301)
const runs = fuzzRuns(8, 40)

/** A busy machine tries fewer requests instead of taking longer. */
const budgetMs = 750 * runs

const url = 'https://muster.test'
const operations = operationsOf(openApiDocument({ apiUrl: url, appUrl: url, version: '1' }))

/**
 * Operations for which the requests made up here are good enough that some must succeed. An agent must ask first, and a
 * list of people has a form of its own.
 */
const withinReach =
  /^(?!sessions\.decidePermission|users\.invitePeople)(sessions|messages|computers|organization|users|controls|limits|reports|apiKeys|audit|operator|service)\./

let document: OpenApiDocument
let watch: WriteWatch
let deadlineMs: number

beforeAll(async () => {
  deadlineMs = performance.now() + budgetMs
  document = (await server().raw('GET', '/openapi.json')).json
  watch = await watchWrites(server().databaseUrl)
  return () => watch.close()
})

describe('the document that the service shows', () => {
  it('describes the operations that are called here', () => {
    const ids = (list: readonly DocumentedOperation[]) => list.map(({ id, path }) => `${id} ${path}`).toSorted()
    expect(ids(operationsOf(document))).toEqual(ids(operations))
  })
})

it('notices what is written', async () => {
  const before = await watch.state()
  await server().acme.owner.computers.register({ name: 'noticed' })
  expect(await watch.state()).not.toBe(before)
})

describe.each(operations)('$method $path', (operation) => {
  const isPlain = operation.parameters.length === 0 && !operation.body
  const isRead = operation.method === 'GET'
  const numRuns = isPlain ? Math.ceil(runs / 6) : runs
  // Few requests may all be refused.
  const mustSucceed = runs >= 40 && withinReach.test(operation.id)

  it('answers as the document says, whatever it is sent', { timeout: 30_000 + budgetMs }, async () => {
    const known = isPlain ? {} : await newRows()
    const vocabulary: Vocabulary = { schemas: document.components.schemas, known }
    const statuses: number[] = []
    let last = await watch.state()
    const property = fc.asyncProperty(requestsFor(operation, vocabulary), bearersFor(operation), async (draft, who) => {
      const answer = await send(operation, draft, who)
      statuses.push(answer.status)
      const before = last
      if (!isRead) last = await watch.state()
      judge(operation, draft, answer)
      // A wrong password is written into the audit log.
      if (answer.status >= 400 && operation.id !== 'browserSessions.create')
        expect(last, 'a refused request wrote something').toBe(before)
    })
    // fast-check calls it a failure when not even one run was possible, so every operation gets time for some.
    const interruptAfterTimeLimit = Math.max(5000, deadlineMs - performance.now())
    await fc.assert(property, { numRuns, seed, interruptAfterTimeLimit })
    if (isRead) expect(await watch.state(), 'a read wrote something').toBe(last)
    if (statuses.length < numRuns || !mustSucceed) return
    expect(statuses.toSorted()[0], 'nothing was accepted').toBeLessThan(300)
  })
})

function judge(operation: DocumentedOperation, draft: Draft, answer: RawAnswer): void {
  const { status, json } = answer
  expect([...operation.statuses, 400, 404, 405, 413, 415]).toContain(status)
  if (status >= 500) expect([status, json?.code]).toEqual([503, 'computer_offline'])
  if (status >= 400) {
    if (operation.isOtlp) expect(json).toEqual({ code: expect.any(Number), message: expect.stringMatching(/\S/) })
    else expectProblem(answer, status)
    return
  }
  expect(operation.faultOfAnswer(status, answer.headers.get('content-type'), answer.text)).toBeUndefined()
  // Telemetry is judged piece by piece: the answer reports what the document forbids, and the rest is accepted.
  if (operation.body && draft.body !== undefined && !operation.id.startsWith('telemetry.')) {
    expect(operation.allowsBody(JSON.parse(draft.body)), 'the document forbids this body').toBe(true)
  }
}

type Bearer = 'owner' | 'manager' | 'member' | 'guest' | 'wrong' | 'none'

/** Mostly somebody who may do it, so that most requests get as far as they can. */
function bearersFor({ bearer }: DocumentedOperation): fc.Arbitrary<Bearer> {
  if (bearer === 'none') return fc.constant('none')
  const others = fc.constantFrom<Bearer[]>('manager', 'member', 'guest', 'wrong', 'none')
  return fc.oneof({ weight: 9, arbitrary: fc.constant<Bearer>('owner') }, { weight: 1, arbitrary: others })
}

async function send(operation: DocumentedOperation, draft: Draft, who: Bearer): Promise<RawAnswer> {
  const { path, query, body, headers } = draft
  const key = keyOf(operation, who)
  return server().raw(operation.method, query ? `${path}?${query}` : path, { key, body, headers })
}

function keyOf({ bearer }: DocumentedOperation, who: Bearer): string | undefined {
  if (who === 'none') return undefined
  if (who === 'wrong') return 'mst_wrong_key'
  return who === 'owner' && bearer === 'operator' ? operatorKey : server().acme[who].key
}

/** A few rows of every kind, which a request may name, change and delete without breaking the test. */
async function newRows(): Promise<Vocabulary['known']> {
  const { owner } = server().acme
  await owner.controls.replace({})
  const sets = await Promise.all(
    Array.from({ length: 3 }, async (_, index) => {
      const computer = await owner.computers.register({ name: `desk ${randomUUID()}` })
      const { sessionId } = await owner.sessions.create({ computerId: computer.id })
      const { messageId } = await owner.messages.post({ sessionId, text: 'hello' })
      const user = await owner.users.invite({ email: `${randomUUID()}@fuzz.test`, role: 'member' })
      const key = await owner.apiKeys.create({ name: 'key', userId: user.id })
      const report = await owner.reports.publish({ repoUrl: `https://git.test/${index}`, apps: {}, report: {} })
      return {
        computerId: computer.id,
        name: computer.name,
        sessionId,
        messageId,
        userId: user.id,
        email: user.email,
        id: key.id,
        startAfter: report.reportId,
        reportId: report.reportId,
        repoId: report.repoUrl,
      }
    }),
  )
  const names = Object.keys(sets[0] ?? {}) as (keyof (typeof sets)[number])[]
  return Object.fromEntries(names.map((name) => [name, sets.map((set) => set[name])]))
}
