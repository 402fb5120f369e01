import { expect, it } from 'vitest'
import { createLoading } from './loading.ts'

it('says how far the demonstration is loaded until it is', () => {
  const loading = createLoading()
  expect(loading.check).toThrow('it has just begun')
  const told: unknown[] = []
  const progress = loading.with({
    begin: () => undefined,
    stage: (stage) => told.push(stage.name),
    reach: (day) => told.push(day),
    end: () => undefined,
  })
  progress.stage({ name: 'Usage of agents', unit: 'events', days: 8 })
  progress.reach('2026-01-15', 2, 4000)
  expect(loading.check).toThrow('The demonstration is being loaded: Usage of agents, 25 %.')
  progress.end()
  expect(loading.check).toThrow('25 %')
  loading.end()
  expect(loading.check).not.toThrow()
  expect(told).toEqual(['Usage of agents', '2026-01-15'])
})
