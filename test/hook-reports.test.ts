import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hookEvents } from '@muster/contract/hook-events'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createReporter } from '../packages/hooks/src/report/reporter.ts'
import { listSpool, readSpooled, removeSpooled, spoolDirectory } from '../packages/hooks/src/report/spool.ts'
import { readJsonEvents } from '../packages/server/src/ingest/native-body.ts'

it('The service takes every report of a hook, whatever its command, matcher and session are', () => {
  const home = mkdtempSync(join(tmpdir(), 'muster-hook-reports-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
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
