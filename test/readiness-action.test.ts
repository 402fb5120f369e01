import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { library, prose } from '../packages/readiness/test/mini.ts'
import { committed, temporaryDirectory } from '../packages/readiness/test/temporary-repository.ts'

const root = join(import.meta.dirname, '..')
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
const [hook] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8'))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Promise<Ended> {
  try {
    const ended = await promisify(execFile)(program, args, { env: { ...process.env, ...env }, cwd })
    return { code: 0, ...ended }
  } catch (error) {
    return error as Ended
  }
}

describe('action.yml', () => {
  it('hands every input over as a variable, and puts none into a command', () => {
    const [step] = action.runs.steps
    const inputs = Object.keys(action.inputs).map((name) => `INPUT_${name.toUpperCase().replaceAll('-', '_')}`)
    expect(Object.keys(step.env)).toEqual(inputs)
    expect(step.run).not.toContain('inputs')
  })

  it('writes a summary and findings, and fails below a level', async () => {
    const place = await temporaryDirectory()
    const env = { INPUT_PATH: await committed({ ...library, 'README.md': prose }), INPUT_SARIF: join(place, 'a.sarif') }
    const step = join(root, 'scripts/readiness-action')
    const summary = join(place, 'summary.md')
    const good = await run(step, [], { ...env, INPUT_FAIL_UNDER: '1', GITHUB_STEP_SUMMARY: summary }, place)
    expect([good.code, good.stderr]).toEqual([0, ''])
    expect(readFileSync(summary, 'utf8')).toMatch(/^## Readiness: level \d of 5/)
    expect(JSON.parse(readFileSync(env.INPUT_SARIF, 'utf8'))).toMatchObject({ version: '2.1.0' })
    const bad = await run(step, [], { ...env, INPUT_FAIL_UNDER: '5', GITHUB_STEP_SUMMARY: summary }, place)
    expect([bad.code, bad.stderr]).toEqual([8, expect.stringContaining('--fail-under asks for 5')])
  })
})

describe('.pre-commit-hooks.yaml', () => {
  it('names a program that evaluates the repository that it is run in', async () => {
    const repository = await committed({ ...library, 'README.md': prose })
    const ended = await run(join(root, hook.entry), hook.args, {}, repository)
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('Next steps')])
  })
})
