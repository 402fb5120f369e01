import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('uses actions of others only at a commit, because a tag can be moved', () => {
  const folder = join(root, '.github/workflows')
  const used = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/uses:\s*(\S+)/g)].map(([, action = '']) => action)
  })
  expect(used).not.toEqual([])
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
})

it('has a checksum in the lock file for each package that Linux on x64 or arm64 installs', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean; os?: string[]; cpu?: string[] }>
  }
  const isOurs = (given: readonly string[] | undefined, ours: readonly string[]) =>
    given === undefined || given.some((each) => ours.includes(each))
  const installed = Object.entries(packages).filter(
    ([path, { link, os, cpu }]) =>
      path.includes('node_modules/') && !link && isOurs(os, ['linux']) && isOurs(cpu, ['x64', 'arm64']),
  )
  expect(installed.length).toBeGreaterThan(400)
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([])
})
