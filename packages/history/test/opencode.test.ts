import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { opencode } from '../src/agents/opencode.ts'
import type { Sink } from '../src/record.ts'
import { copyOfHome, expectedOf, temporaryHome } from './home.ts'

const nobody = new Proxy({}, { get: () => () => {} }) as Sink

it('lets others have their turn after each row of its database', () => {
  const root = join(copyOfHome('opencode/basic'), '.local/share/opencode')
  const steps = [...opencode.read(join(root, 'opencode.db'), root, nobody, {})]
  const { totals, sessions, user_messages, tool_calls_total } = expectedOf('opencode/basic')
  expect(steps.length).toBeGreaterThanOrEqual(totals.calls + sessions + user_messages + tool_calls_total)
})

it('leaves no copy of its database behind when the process ends in the middle', () => {
  const root = join(copyOfHome('opencode/basic'), '.local/share/opencode')
  const temporary = temporaryHome()
  const source = (path: string) => JSON.stringify(join(import.meta.dirname, '../src', path))
  const script = `
    import { readdirSync } from 'node:fs'
    import { opencode } from ${source('agents/opencode.ts')}
    const root = ${JSON.stringify(root)}
    for (const _ of opencode.read(root + '/opencode.db', root, new Proxy({}, { get: () => () => {} }), {})) {
      console.log(readdirSync(process.env.TMPDIR).length)
      process.exit()
    }`
  const env = { ...process.env, TMPDIR: temporary }
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env })
  expect(printed).toBe('1\n')
  expect(readdirSync(temporary)).toEqual([])
})
