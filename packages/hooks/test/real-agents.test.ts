import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { trialAgents } from './real-agents/trial-agents.ts'

const script = join(import.meta.dirname, 'real-agents/try-agent.ts')

describe('a real agent', () => {
  for (const [id, { variable }] of Object.entries(trialAgents)) {
    const program = process.env[variable]
    if (!program) {
      // Agents are no dependency of ours. On GitHub this form becomes a notice of the run.
      console.log(`::notice::Hooks were not tried with ${id}: set ${variable} to the path of the agent to try them.`)
    }
    it.runIf(program)(`${id} does with hooks what the docs say`, { timeout: 600_000 }, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [script, id, program ?? ''])
      expect(stdout).toContain(`yes  ${id}`)
      expect(stdout).not.toContain('NO ')
    })
  }

  it('is known for every agent that can be connected', async () => {
    const { agents } = await import('../src/connect/agents.ts')
    expect(Object.keys(trialAgents)).toEqual(Object.keys(agents))
  })
})
