import { portionsOf } from '@muster/history/import/portions'
import type { History } from '@muster/history/read-history'
import { createClient } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { copyOfHome, readHome, recordedHomes } from '../../history/test/home.ts'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asTelemetry } from './history-as-telemetry.ts'

const day = '2026-11-15'
const server = sharedTestServer({ MUSTER_NOW: '2026-11-17T12:00:00Z' })

/** With sub-agents, forks and sessions that were resumed. */
const homes = recordedHomes.filter((name) => name.endsWith('/resume'))

/** Telemetry of the tool calls of one session in the home without ids of calls, as it was sent. */
const recordedToolCalls = [
  {
    event_timestamp: '2026-11-18T22:42:42.947Z',
    'session.id': '36dee469-3f38-4833-8ce2-4132d33604ab',
    function_name: 'run_shell_command',
    function_args:
      '{\n  "command": "echo hello-from-shell && ls",\n  "description": "run a command",\n  "is_background": false\n}',
    duration_ms: 3435,
    response_id: 'chatcmpl-79d19f9ae170c50547',
  },
  {
    event_timestamp: '2026-11-18T22:42:43.069Z',
    'session.id': '36dee469-3f38-4833-8ce2-4132d33604ab',
    function_name: 'write_file',
    function_args:
      '{\n  "file_path": "/home/dev/work/hello.py",\n  "content": "print(\\"hello\\")\\nprint(\\"world\\")\\n"\n}',
    duration_ms: 16,
    response_id: 'chatcmpl-a1e05e3dbc52c13a4a',
  },
  {
    event_timestamp: '2026-11-18T22:42:43.179Z',
    'session.id': '36dee469-3f38-4833-8ce2-4132d33604ab',
    function_name: 'edit',
    function_args:
      '{\n  "file_path": "/home/dev/work/hello.py",\n  "old_string": "print(\\"hello\\")",\n  "new_string": "print(\\"hello, edited\\")"\n}',
    duration_ms: 5,
    response_id: 'chatcmpl-06dc700e661541ea4b',
  },
]

/** A new person with a key, and what the service counted of them. */
async function somebody() {
  const { owner } = server().acme
  const email = `${crypto.randomUUID()}@acme.test`
  const user = await owner.users.invite({ email, role: 'member' })
  const { key } = await owner.apiKeys.create({ name: 'import', userId: user.id })
  const client = createClient({ baseUrl: server().address, apiKey: key, retries: 0 })
  return {
    email,
    key,
    claim: (address: string) => owner.users.update({ userId: user.id, metadata: { emails: [address] } }),
    async import({ agent, ledger }: Pick<History, 'agent' | 'ledger'>) {
      let accepted = 0
      for (const { events } of portionsOf([{ agent, ledger, roots: [], files: 1 }])) {
        const receipt = await client.telemetry.events({ source: 'history', events: [...events] })
        expect(receipt.rejected).toEqual([])
        accepted += receipt.accepted
      }
      return accepted
    },
    async telemetry({ agent, ledger }: Pick<History, 'agent' | 'ledger'>, bearer = key, address = email) {
      const about = bearer === key ? {} : { 'user.email': address }
      for (const { signal, body } of asTelemetry(agent.agent, ledger, about)) {
        const answer = await server().raw('POST', `/v1/${signal}`, { key: bearer, json: body })
        expect([answer.status, answer.json]).toEqual([200, {}])
      }
    },
    async counted() {
      await owner.analytics.refresh()
      const { data } = await client.organization.myUsage({ startDate: day, endDate: day })
      expect(data).toHaveLength(1)
      const [row] = data
      return {
        tokens: row?.billable_tokens,
        tools: row?.tool_calls,
        sessions: row?.sessions ?? 0,
        prompts: row?.user_messages,
        answers: row?.assistant_messages,
      }
    },
  }
}

describe.each(homes)('what %s left, and sent', (name) => {
  it('counts once, whichever of the two comes first', async () => {
    const { agent, ledger } = readHome(copyOfHome(name))
    const [alone, before, after] = [await somebody(), await somebody(), await somebody()]
    expect(await alone.import({ agent, ledger })).toBeGreaterThan(0)
    await before.telemetry({ agent, ledger })
    expect(await before.import({ agent, ledger })).toBe(0)
    await after.import({ agent, ledger })
    await after.telemetry({ agent, ledger })
    expect(await after.import({ agent, ledger })).toBe(0)
    const wanted = await alone.counted()
    // Telemetry of opencode does not tell that a session is that of a sub-agent.
    const children = [...ledger.sessions.values()].filter(({ parent }) => parent !== undefined)
    const startsMore = agent.agent === 'opencode' ? children.length : 0
    expect(await after.counted()).toEqual({ ...wanted, sessions: wanted.sessions + startsMore })
    expect(await before.counted()).toEqual({ ...wanted, sessions: wanted.sessions + startsMore })
  })
})

it('counts once what a shared collector reports under the e-mail of the user', async () => {
  const { agent, ledger } = readHome(copyOfHome('claude-code/basic'))
  const [alone, person] = [await somebody(), await somebody()]
  await alone.import({ agent, ledger })
  await person.telemetry({ agent, ledger }, server().acme.owner.key)
  expect(await person.import({ agent, ledger })).toBe(0)
  expect(await person.counted()).toEqual(await alone.counted())
})

// A collector's report of a session has one id in the organization, so each case has sessions of its own.
it.each([
  ['telemetry', 'codex/basic'],
  ['import', 'qwen-code/basic'],
])('counts once what a collector reports under a further e-mail, when the %s comes first', async (first, home) => {
  const { agent, ledger } = readHome(copyOfHome(home))
  const [alone, person] = [await somebody(), await somebody()]
  await alone.import({ agent, ledger })
  const further = `home-${person.email}`
  const telemetry = () => person.telemetry({ agent, ledger }, server().acme.owner.key, further)
  if (first === 'telemetry') await telemetry()
  else await person.import({ agent, ledger })
  // The address may become the person's in between.
  await person.claim(further)
  if (first === 'telemetry') expect(await person.import({ agent, ledger })).toBe(0)
  else await telemetry()
  expect(await person.counted()).toEqual(await alone.counted())
})

it('lets nobody hide the work of others by importing it first', async () => {
  const { agent, ledger } = readHome(copyOfHome('codex/basic'))
  const [thief, person] = [await somebody(), await somebody()]
  await thief.import({ agent, ledger })
  await person.telemetry({ agent, ledger })
  expect(await person.counted()).toEqual(await thief.counted())
})

it('counts a tool call without an id once, as Qwen Code 0.15 reports it', async () => {
  const { agent, ledger } = readHome(copyOfHome('qwen-code/without-call-ids'))
  const [alone, before] = [await somebody(), await somebody()]
  const accepted = await alone.import({ agent, ledger })
  const records = recordedToolCalls.map(({ event_timestamp, ...attributes }) => ({
    timeUnixNano: `${BigInt(Date.parse(event_timestamp)) * 1_000_000n}`,
    attributes: Object.entries({ 'event.name': 'qwen-code.tool_call', ...attributes }).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { doubleValue: Number(value) },
    })),
  }))
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'qwen-code' } }] }
  const json = { resourceLogs: [{ resource, scopeLogs: [{ logRecords: records }] }] }
  expect((await server().raw('POST', '/v1/logs', { key: before.key, json })).json).toEqual({})
  expect(await before.import({ agent, ledger })).toBe(accepted - recordedToolCalls.length)
})
