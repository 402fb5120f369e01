import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hookEvents } from '@muster/contract/hook-events'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createHooks } from '../packages/hooks/src/hooks.ts'
import { createReporter } from '../packages/hooks/src/report/reporter.ts'
import { reportFromHere } from '../packages/hooks/src/report/send-here.ts'
import { listSpool, readSpooled, removeSpooled, spoolDirectory } from '../packages/hooks/src/report/spool.ts'
import { readJsonEvents } from '../packages/server/src/know/ingest/native/read-body.ts'
import { testServer } from '../packages/server/src/testing/test-server.ts'

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'muster-hook-reports-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

it('the service accepts every report of a hook, whatever its command, matcher and session are', () => {
  const home = temporaryHome()
  const directory = spoolDirectory(home)
  const reporter = createReporter({ home, env: { MUSTER_API_KEY: 'k', MUSTER_API_URL: 'http://x' }, onKept: () => {} })
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('a\0b', '\ud800', '😀'.repeat(700), 'x'.repeat(5000), 'word '.repeat(1500), 'token=abc123'),
  )
  const command = odd.map((text) => `run ${text}`)
  fc.assert(
    fc.property(fc.constantFrom(...hookEvents), command, odd, odd, (event, line, matcher, session) => {
      const nowMs = Date.now()
      reporter?.report(event, { session_id: session }, nowMs, [{ command: line, matcher }])
      const paths = listSpool(directory)
      const events = paths.flatMap((path) => readSpooled(path) ?? [])
      removeSpooled(paths)
      const [outcome, ...others] = readJsonEvents({ events }, nowMs)
      expect(others).toEqual([])
      expect(outcome).toMatchObject({ draft: { type: 'hook', name: event, key: `native|${events[0]?.id}` } })
    }),
    { numRuns: 300 },
  )
})

it('analytics counts each hook that ran once, by event, matcher and command', async () => {
  // The service lives a day later, so that today is a day it has the figures of.
  const { address, acme } = await testServer({ MUSTER_NOW: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString() })
  const home = temporaryHome()
  const entry = (matcher: string, command: string) => ({ matcher, hooks: [{ type: 'command', command }] })
  mkdirSync(join(home, '.muster'))
  writeFileSync(
    join(home, '.muster', 'settings.json'),
    JSON.stringify({ hooks: { PostToolUse: [entry('Edit|Write', 'true # token=abc123'), entry('*', 'exit 1')] } }),
  )
  const env = { ...process.env, MUSTER_API_URL: address, MUSTER_API_KEY: acme.member.key }
  const reporter = reportFromHere({ home, env, delayMs: 60_000 })
  onTestFinished(() => reporter?.close())
  const hooks = createHooks({ home, cwd: home, env, reporter, watch: false })
  for (const tool_name of ['Edit', 'Bash', 'Write']) await hooks.raise('PostToolUse', { session_id: 's1', tool_name })
  const today = new Date().toISOString().slice(0, 10)
  await reporter?.flush()
  await reporter?.flush()

  await acme.owner.analytics.refresh()
  const { data } = await acme.owner.analytics.tools({ startDate: today, endDate: today })
  expect(data).toMatchObject([{ date: today, hooks_invocations: 5 }])
  const [day] = data as { hooks_by_event?: unknown }[]
  expect(day?.hooks_by_event).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        event: 'PostToolUse',
        matcher: 'Edit|Write',
        command: 'true # token=[redacted]',
        count: 2,
      }),
      expect.objectContaining({ event: 'PostToolUse', command: 'exit 1', count: 3 }),
    ]),
  )
})
