import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createHooks, type HooksOptions } from '../src/hooks.ts'
import { isOwnOrRoot, maxSettingsBytes, readRegularFile } from '../src/read-regular-file.ts'
import { findTrust, listTrust, revokeTrust, saveTrust, trustPath } from '../src/trust/trust-store.ts'
import { warningText } from '../src/warning.ts'
import { hooksFor, type Place, temporaryPlace } from './temporary-place.ts'

const one = hooksFor('Stop', 'echo 1')

function lookAt({ home, project }: Pick<Place, 'home' | 'project'>, options: HooksOptions = {}) {
  const hooks = createHooks({ home, cwd: project, projectDir: project, watch: false, env: {}, ...options })
  return {
    commands: hooks.select('Stop', {}).map(({ command }) => command),
    warnings: hooks.warnings.map(warningText),
    withheld: hooks.files.flatMap(({ withheld }) => withheld.map(({ command }) => command)),
  }
}

describe('hooks of a project', () => {
  it('do not run before they are trusted, and the warning names the command that trusts them', () => {
    const place = temporaryPlace({ user: hooksFor('Stop', 'echo mine'), project: one, trust: false })
    const { commands, warnings, withheld } = lookAt(place)
    expect(commands).toEqual(['echo mine'])
    expect(withheld).toEqual(['echo 1'])
    expect(warnings).toEqual([expect.stringContaining(`muster hooks trust ${place.project}`)])
    place.trust()
    expect(lookAt(place)).toEqual({ commands: ['echo mine', 'echo 1'], warnings: [], withheld: [] })
  })

  it('do not run after a single byte of their settings changed, and run again when it is back', () => {
    const place = temporaryPlace({ project: one })
    const path = join(place.project, '.muster', 'settings.json')
    writeFileSync(path, `${JSON.stringify(one)} `)
    expect(lookAt(place)).toMatchObject({
      commands: [],
      warnings: [expect.stringContaining('not those that you trusted')],
    })
    writeFileSync(path, JSON.stringify(one))
    expect(lookAt(place).commands).toEqual(['echo 1'])
  })

  it.each([
    ['sh ./check', 'check'],
    ['sh -e check', 'check'],
    ['"$MUSTER_PROJECT_DIR"/check.sh --quick', 'check.sh'],
    ['if [ -x ./later.sh ]; then ./later.sh; fi', 'later.sh'],
    ['node --import ./first.mjs tool.js', 'first.mjs'],
    ["sh -c 'cd . && ./check.sh'", 'check.sh'],
    ['make --file=build/rules.mk', 'build/rules.mk'],
  ])('%s: runs no more when %s has changed or come, not even in a session that has begun', async (command, name) => {
    const place = temporaryPlace({ project: hooksFor('Stop', command), trust: false })
    const script = join(place.project, name)
    mkdirSync(dirname(script), { recursive: true })
    if (!name.startsWith('later')) writeFileSync(script, 'exit 0')
    place.trust()
    const hooks = createHooks({ ...place, cwd: place.project, projectDir: place.project, watch: false, env: {} })
    expect(hooks.select('Stop', {})).toHaveLength(1)
    writeFileSync(script, 'exit 0 # and more')
    const { outcomes } = await hooks.raise('Stop', {})
    expect(outcomes.map(({ error }) => error)).toEqual([expect.stringContaining('is not what you trusted')])
    expect(lookAt(place)).toMatchObject({ commands: [], withheld: [command] })
    place.trust()
    expect(lookAt(place).commands).toEqual([command])
  })

  it('stay trusted when files change that they do not run', () => {
    const place = temporaryPlace({ project: hooksFor('Stop', 'touch seen; cat notes.md > copy.txt'), trust: false })
    place.trust()
    for (const name of ['seen', 'notes.md', 'copy.txt', 'other.sh']) writeFileSync(join(place.project, name), 'new')
    expect(lookAt(place).commands).toHaveLength(1)
  })

  it('are not trusted in another place, or behind a link to a file that is trusted', () => {
    const place = temporaryPlace({ project: one })
    const other = join(place.project, '..', 'other')
    mkdirSync(other)
    symlinkSync(join(place.project, '.muster'), join(other, '.muster'))
    expect(lookAt({ ...place, project: other }).commands).toEqual([])
    rmSync(other, { recursive: true })
    renameSync(place.project, other)
    expect(lookAt({ ...place, project: other }).commands).toEqual([])
  })

  it('are trusted whichever path leads to the project', () => {
    const place = temporaryPlace({ project: one })
    const way = join(place.project, '..', 'way')
    symlinkSync(place.project, way)
    expect(lookAt({ ...place, project: way }).commands).toEqual(['echo 1'])
  })

  it('are not trusted if the file has changed its owner', () => {
    const place = temporaryPlace({ project: one })
    const stored = findTrust(place.home, place.project)
    if (!stored) throw new Error('It is not trusted.')
    saveTrust(place.home, { ...stored, owner: stored.owner + 1 })
    expect(lookAt(place).commands).toEqual([])
  })

  it('need no trust where there are none', () => {
    expect(lookAt(temporaryPlace({ project: { hooks: {} }, trust: false })).warnings).toEqual([])
  })

  it('do not run where the user has switched them off, trusted or not', () => {
    const place = temporaryPlace({ user: { allowProjectHooks: false }, project: one })
    expect(lookAt(place)).toMatchObject({ commands: [], warnings: [expect.stringContaining('allowProjectHooks')] })
  })

  it('of the home directory are the user’s own, whichever path leads there', () => {
    const place = temporaryPlace({ user: one })
    const way = join(place.home, '..', 'way')
    symlinkSync(place.home, way)
    expect(lookAt({ ...place, project: way })).toEqual({ commands: ['echo 1'], warnings: [], withheld: [] })
  })
})

describe('what is no regular file of its user', () => {
  const kinds: Readonly<Record<string, readonly [make: (path: string) => void, says: string]>> = {
    'a pipe': [(path) => void execFileSync('mkfifo', [path]), 'This is a pipe'],
    'a device': [(path) => symlinkSync('/dev/zero', path), 'This is a device'],
    'a directory': [(path) => mkdirSync(path), 'This is a directory'],
    'too long': [(path) => writeFileSync(path, ' '.repeat(maxSettingsBytes + 1)), 'longer than 1 MiB'],
    'a link to itself': [(path) => symlinkSync(path, path), 'ELOOP'],
  }
  it.each(Object.entries(kinds))('is refused with a warning: %s', (_kind, [make, says]) => {
    for (const whose of ['home', 'project'] as const) {
      const place = temporaryPlace()
      mkdirSync(join(place[whose], '.muster'))
      make(join(place[whose], '.muster', 'settings.json'))
      expect(lookAt(place)).toMatchObject({ commands: [], warnings: [expect.stringContaining(says)] })
    }
  })

  it('is refused when it belongs to another user', () => {
    const { project } = temporaryPlace({ project: one })
    const path = join(project, '.muster', 'settings.json')
    expect(readRegularFile(path, () => false)).toMatchObject({
      refusal: { message: expect.stringContaining('belongs to another user') },
    })
    expect(readRegularFile(path, isOwnOrRoot)).toMatchObject({ file: { bytes: Buffer.from(JSON.stringify(one)) } })
    expect([isOwnOrRoot(0), isOwnOrRoot(statSync(path).uid), isOwnOrRoot(statSync(path).uid + 1)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the store of trust', () => {
  it('is for its user alone, lists what is trusted, and forgets what is revoked', () => {
    const place = temporaryPlace({ project: one })
    const path = trustPath(place.home, place.project)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(listTrust(place.home)).toMatchObject([
      { project: place.project, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect(revokeTrust(place.home, place.project)).toBe(true)
    expect(revokeTrust(place.home, place.project)).toBe(false)
    expect(listTrust(place.home)).toEqual([])
    expect(lookAt(place).commands).toEqual([])
  })

  it('does not believe a file that others can write, and closes it when it writes it again', () => {
    const place = temporaryPlace({ project: one })
    const path = trustPath(place.home, place.project)
    chmodSync(path, 0o666)
    expect(lookAt(place).commands).toEqual([])
    place.trust()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(lookAt(place).commands).toEqual(['echo 1'])
  })

  it('does not believe a file that is damaged', () => {
    const place = temporaryPlace({ project: one })
    writeFileSync(trustPath(place.home, place.project), '{"project":')
    expect(lookAt(place).commands).toEqual([])
  })
})
