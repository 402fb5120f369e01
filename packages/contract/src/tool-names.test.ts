import { describe, expect, it } from 'vitest'
import { toolNames } from './tool-names.ts'

describe('the names of tools', () => {
  const all = Object.values(toolNames).flatMap((names) => Object.entries(names))

  it('mean the same tool with every agent', () => {
    for (const [name, meant] of all) {
      const others = all.filter(([other]) => other === name).map(([, each]) => each)
      expect([name, ...others]).toEqual([name, ...others.map(() => meant)])
    }
  })

  it('map to names that are not mapped again', () => {
    const known = toolNames['claude-code']
    for (const [name, meant] of all)
      for (const each of meant) expect([name, each, known[each]]).toEqual([name, each, []])
  })
})
