import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookEvent } from '@muster/contract/hook-events'
import { HookInput } from '@muster/contract/hook-settings'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { createHooks } from '../src/hooks.ts'
import { warningText } from '../src/warning.ts'
import { temporaryPlace } from './temporary-place.ts'

/** Settings and an event, and who runs, with which input, and what follows. */
interface Case {
  readonly title: string
  /** Settings of the user and of the project: as text, or as what the text says. */
  readonly user?: unknown
  readonly project?: unknown
  /** Whether the user trusts the project. Default: yes. */
  readonly trust?: boolean
  readonly event: HookEvent
  readonly input?: Readonly<Record<string, unknown>>
  /** A file of `fixtures/inputs` in place of the input. */
  readonly inputFile?: string
  /** The commands, in their order. */
  readonly runs: readonly string[]
  /** A part of what the first command reads; it must print what it read. */
  readonly reads?: Readonly<Record<string, unknown>>
  readonly prints?: string
  /** A part of what is told to the agent; `null` stands for a field that is not there. */
  readonly follows?: Readonly<Record<string, unknown>>
  /** Each must be in the text of the warnings. */
  readonly warnings?: readonly string[]
}

const fixtures = join(import.meta.dirname, 'fixtures')
const isHookInput = new Ajv({ strict: false }).compile(HookInput)

function load<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(fixtures, ...path), 'utf8'))
}

for (const file of readdirSync(join(fixtures, 'conformance'))) {
  describe(file, () => {
    it.each(load<Case[]>('conformance', file))('$title', async (example) => {
      const { home, project } = temporaryPlace(example)
      const hooks = createHooks({ home, cwd: project, watch: false })
      const fill = (text: string) => text.replaceAll('<project>', project)
      const input = example.inputFile
        ? load<Record<string, unknown>>('inputs', example.inputFile)
        : (example.input ?? {})
      const raised = await hooks.raise(example.event, input)

      expect(raised.outcomes.map(({ command }) => command)).toEqual(example.runs)
      const [first] = raised.outcomes
      if (example.prints !== undefined) expect(first?.stdout).toBe(fill(example.prints))
      if (example.reads) {
        const expected = JSON.parse(fill(JSON.stringify(example.reads)))
        const read = JSON.parse(first?.stdout || first?.stderr || '')
        expect(read).toMatchObject(expected)
        expect(isHookInput(read), JSON.stringify(isHookInput.errors)).toBe(true)
      }
      const absent = Object.entries(example.follows ?? {}).filter(([, value]) => value === null)
      for (const [name] of absent) expect(raised).not.toHaveProperty(name)
      const present = Object.entries(example.follows ?? {}).filter(([, value]) => value !== null)
      expect(raised).toMatchObject(Object.fromEntries(present))
      const warnings = hooks.warnings
        .map(warningText)
        .join('\n')
        .replaceAll(`${home}/.muster/settings.json`, 'user.json')
        .replaceAll(`${project}/.muster/settings.json`, 'project.json')
      for (const words of example.warnings ?? []) expect(warnings).toContain(words)
      if (!example.warnings?.length) expect(warnings).toBe('')
    })
  })
}
