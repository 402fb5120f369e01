import type { RequestKind } from '../load/job.ts'
import { computerCount, computerId, computerOf, sessionId } from './rows.ts'

interface ReadScenario {
  readonly name: string
  readonly beside: 'bare server'
  readonly request: RequestKind
  /** The wanted share of the bare server's requests per second and core. */
  readonly target: number | undefined
  /** The two pages that must be equally fast. */
  readonly depth?: 'first page' | 'deep page'
}

export interface WriteScenario {
  readonly name: string
  readonly beside: 'bare SQL'
  readonly request: RequestKind
  /** The wanted share of the rate of bare SQL. */
  readonly target: number
  /** The request about this session, to see which statements it sends. */
  sample(session: number): RequestKind
}

export type Scenario = ReadScenario | WriteScenario

const hotRows = 10
const sessionsPath = '/api/v0/sessions'

const readTarget = 0.6
const writeTarget = 0.5

/** `cursors` lead to the pages of the list from the second on. */
export function allScenarios(sessions: number, cursors: readonly string[]): Scenario[] {
  const get = (numbers: readonly number[]): RequestKind => ({
    method: 'GET',
    paths: numbers.map((number) => `${sessionsPath}/${sessionId(number)}`),
  })
  const list = (paths: readonly string[]): RequestKind => ({ method: 'GET', paths })
  const page = (cursor: string | undefined) => `${sessionsPath}?cursor=${cursor ?? ''}`
  const everySession = Array.from({ length: sessions }, (_, number) => number)
  const everyComputer = Array.from({ length: computerCount }, (_, number) => number)
  const beside = 'bare server'
  return [
    { name: 'get, few hot rows', beside, request: get(everySession.slice(0, hotRows)), target: readTarget },
    { name: 'get, any row', beside, request: get(everySession), target: undefined },
    {
      name: 'list, newest page',
      beside,
      request: list([sessionsPath]),
      target: readTarget,
      depth: 'first page',
    },
    {
      name: `list, page ${cursors.length + 1}`,
      beside,
      request: list([page(cursors.at(-1))]),
      target: undefined,
      depth: 'deep page',
    },
    { name: 'list, any page', beside, request: list([sessionsPath, ...cursors.map(page)]), target: undefined },
    {
      name: 'create session',
      beside: 'bare SQL',
      request: { method: 'POST', paths: [sessionsPath], bodies: everyComputer.map(newSession) },
      target: writeTarget,
      sample: (session) => ({ method: 'POST', paths: [sessionsPath], bodies: [newSession(computerOf(session))] }),
    },
    {
      name: 'post message',
      beside: 'bare SQL',
      request: { method: 'POST', paths: everySession.map(messagesPath), bodies: [newMessage] },
      target: writeTarget,
      sample: (session) => ({ method: 'POST', paths: [messagesPath(session)], bodies: [newMessage] }),
    },
  ]
}

/** The load of an ordinary day, for the run that watches the memory. */
export function mixedLoad(scenarios: readonly Scenario[]): RequestKind[] {
  const weights: Readonly<Record<string, number>> = { 'get, any row': 12, 'list, any page': 4, 'post message': 3 }
  return scenarios.map(({ name, request }) => ({ ...request, weight: weights[name] ?? 1 }))
}

function messagesPath(session: number): string {
  return `${sessionsPath}/${sessionId(session)}/messages`
}

function newSession(computer: number): string {
  return JSON.stringify({
    computerId: computerId(computer),
    title: 'Find out why the nightly build fails',
    sessionSettings: { model: 'claude-sonnet-4-5', reasoningEffort: 'medium', tags: [{ name: 'build' }] },
  })
}

const newMessage = JSON.stringify({
  text: 'The nightly build has failed three times this week, always in the same integration test. Please read its log, find the cause and propose a fix. Do not change the test itself unless it is wrong.',
})
