import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createHooks } from '../src/hooks.ts'
import { openSettings } from '../src/settings.ts'
import { revokeTrust } from '../src/trust/trust-store.ts'
import { hooksFor, temporaryPlace } from './temporary-place.ts'

function watched(place = temporaryPlace()) {
  const hooks = createHooks({ home: place.home, cwd: place.project })
  onTestFinished(() => hooks.close())
  const commands = () => hooks.select('Stop', {}).map(({ command }) => command)
  const becomes = (...expected: string[]) => vi.waitFor(() => expect(commands()).toEqual(expected), { timeout: 60_000 })
  return { ...place, hooks, commands, becomes }
}

const one = hooksFor('Stop', 'echo 1')
const two = hooksFor('Stop', 'echo 2')

describe('settings', () => {
  it('that are created later are found, even in a new directory', async () => {
    const { write, commands, becomes } = watched()
    expect(commands()).toEqual([])
    write('project', one)
    await becomes('echo 1')
    write('home', two)
    await becomes('echo 2', 'echo 1')
  })

  it('that are written again are read again', async () => {
    const { write, becomes } = watched(temporaryPlace({ user: one }))
    await becomes('echo 1')
    write('home', two)
    await becomes('echo 2')
    write('home', one)
    await becomes('echo 1')
  })

  it('that an editor replaces are read again, each time', async () => {
    const { home, becomes } = watched(temporaryPlace({ user: one }))
    for (const [settings, command] of [
      [two, 'echo 2'],
      [one, 'echo 1'],
      [two, 'echo 2'],
    ] as const) {
      writeFileSync(join(home, '.muster', 'settings.json.tmp'), JSON.stringify(settings))
      renameSync(join(home, '.muster', 'settings.json.tmp'), join(home, '.muster', 'settings.json'))
      await becomes(command)
    }
  })

  it('that disappear and come back with their directory are followed', async () => {
    const { home, write, becomes } = watched(temporaryPlace({ user: one }))
    rmSync(join(home, '.muster'), { recursive: true })
    await becomes()
    write('home', two)
    await becomes('echo 2')
    renameSync(join(home, '.muster'), join(home, 'elsewhere'))
    await becomes()
    renameSync(join(home, 'elsewhere'), join(home, '.muster'))
    await becomes('echo 2')
  })

  it('behind a link are watched at their real path', async () => {
    const place = temporaryPlace()
    const real = join(place.project, 'dotfiles.json')
    writeFileSync(real, JSON.stringify(one))
    mkdirSync(join(place.home, '.muster'))
    symlinkSync(real, join(place.home, '.muster', 'settings.json'))
    const { becomes } = watched(place)
    await becomes('echo 1')
    writeFileSync(real, JSON.stringify(two))
    await becomes('echo 2')
  })

  it('are checked at each event if the system refuses to watch', () => {
    const place = temporaryPlace({ user: one })
    const refused = () => ({ isWatching: false, close: () => {} })
    const { home, project: projectDir } = place
    const onWarning = () => {}
    const settings = openSettings({ home, projectDir, env: {}, variables: {}, watch: refused, onWarning })
    expect(settings.of('Stop').map(({ command }) => command)).toEqual(['echo 1'])
    place.write('home', hooksFor('Stop', 'echo 22'))
    expect(settings.of('Stop').map(({ command }) => command)).toEqual(['echo 22'])
  })

  it('of a project run as long as they are trusted', async () => {
    const place = temporaryPlace({ project: one, trust: false })
    const { becomes, commands, hooks } = watched(place)
    expect(commands()).toEqual([])
    place.trust()
    await becomes('echo 1')
    revokeTrust(place.home, place.project)
    await becomes()
    expect(hooks.warnings).toHaveLength(1)
  })

  it('do not run while they are broken', async () => {
    const { write, hooks, becomes } = watched(temporaryPlace({ user: one, project: two }))
    write('home', '{')
    await becomes('echo 2')
    expect(hooks.warnings).toHaveLength(1)
    write('home', one)
    await becomes('echo 1', 'echo 2')
    expect(hooks.warnings).toEqual([])
  })
})
