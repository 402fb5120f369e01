import { describe, expect, it } from 'vitest'
import { mcpEntries, settingsWith } from './real-agents/mcp-entries.ts'
import { entryOnPage } from './real-agents/mcp-page.ts'
import { trialAgents } from './real-agents/trial-agents.ts'

describe.each(Object.entries(mcpEntries))('the entries of docs/mcp.md for %s', (id, entry) => {
  it('start the command, or name the address and take the key from the environment', () => {
    expect(entry.page.stdio).toMatch(/muster.*\bmcp\b/s)
    expect(entry.page.http).toContain('https://muster.example.org/mcp')
    expect(entry.page.http).toContain('MUSTER_API_KEY')
  })

  it('go beside what stands in the settings already, where they belong into a file', () => {
    const trial = trialAgents('http://model')[id]
    if (trial === undefined) throw new Error(`${id} is not among the agents of the trial.`)
    if (entry.file === undefined) return
    for (const added of Object.values(entry.page)) {
      const settings = settingsWith(entry, added, trial, entry.passKey)
      expect(settings).toMatch(/muster/)
      if (trial.files[entry.file]?.includes('http://model')) expect(settings).toContain('http://model')
    }
  })
})

it('refuses an agent or a file that docs/mcp.md does not name', () => {
  expect(() => entryOnPage('Nobody')).toThrow('two entries for Nobody')
  expect(() => entryOnPage('Codex', '.codex/other.toml')).toThrow('~/.codex/other.toml')
})
