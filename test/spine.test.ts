import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/server/src')

/** No file of the spine imports these: they are reached through the composition root, the router or a port. */
const entrances = ['http/raw-body.ts', 'api/know/telemetry/otlp.ts', 'know/events/append.ts']

it('leads an event from the body to the store in at most 25 files, each next to an earlier one in the import graph', () => {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const files = /^```spine\n(.*?)^```/ms
    .exec(page)?.[1]
    ?.trimEnd()
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '')
  expect(files?.filter((file) => !existsSync(join(source, file)))).toEqual([])
  expect(files?.length).toBeLessThanOrEqual(25)
  const stray = files?.filter(
    (file, index) =>
      !entrances.includes(file) && !files.slice(0, index).some((earlier) => areNeighbours(file, earlier)),
  )
  expect(stray).toEqual([])
})

function areNeighbours(a: string, b: string): boolean {
  return importsOf(a).has(join(source, b)) || importsOf(b).has(join(source, a))
}

function importsOf(file: string): Set<string> {
  const text = readFileSync(join(source, file), 'utf8')
  return new Set([...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(source, dirname(file), path)))
}
