import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { joined } from './joined.ts'
import { muster as start } from './run-muster.ts'

describe('muster run', () => {
  it('prints the answer alone, and ends as the turn did', async () => {
    const { muster, owner, folder } = await joined()
    expect(await muster.call(['run', 'say', 'Good', 'morning.'])).toMatchObject({ code: 0, stdout: 'Good morning.\n' })

    const piped = await muster.call(['run', 'say One.', '-'], 'say Two.\n')
    expect(piped).toMatchObject({ code: 0, stdout: 'One. Two.\n' })

    const ran = await muster.json<{ outcome: string; answer: string; session: { sessionId: string } }>('run', 'list')
    expect(ran).toMatchObject({ outcome: 'completed', answer: 'The folder is empty.', session: { status: 'idle' } })
    const again = ['run', '-s', ran.session.sessionId, '--json', 'say Again.']
    expect(JSON.parse(await muster.text(...again))).toMatchObject({
      session: { sessionId: ran.session.sessionId },
      messages: [{ role: 'user' }, { role: 'assistant' }],
    })

    const failed = await muster.call(['run', 'fail'])
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toContain('The demo agent was told to fail.')
    expect(failed.stderr).toMatch(/Go on with `muster sessions chat [0-9a-f-]{36}`/)

    const asked = await muster.call(['run', '--autonomy-level', 'off', 'write a.txt Hi.'])
    expect(asked).toMatchObject({ code: 10, stdout: 'I did not write a.txt.\n' })
    expect(asked.stderr).toContain('Everything that the agent wanted to do was refused.')
    expect(asked.stderr).toContain('Rejected: Write a.txt (--questions allow')
    expect(existsSync(join(folder, 'a.txt'))).toBe(false)
    const partly = ['run', '--json', '--autonomy-level', 'low', 'read a.txt\nlist\nwrite a.txt Hi.']
    expect(JSON.parse(await muster.text(...partly))).toMatchObject({
      outcome: 'completed',
      session: {
        outcome: 'completed',
        cost: { amount: null, source: 'estimated', unpricedTokens: expect.any(Number) },
      },
    })
    const allowed = await muster.call(['run', '--autonomy-level', 'off', '--questions', 'allow', 'write a.txt Hi.'])
    expect(allowed.stdout).toBe('I wrote a.txt.\n')
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('Hi.\n')

    await owner.computers.register({ name: 'another' })
    const elsewhere = { env: { ...muster.env, HOME: folder } }
    expect(await start(['run', 'say Hi.'], elsewhere)).toMatchObject({
      code: 2,
      stderr: 'Error: Say which computer: there are several.\nName one with --computer: another, laptop.\n',
    })
    expect(await muster.call(['run', '-c', 'nowhere', 'say Hi.'])).toMatchObject({ code: 5 })
    expect(await muster.call(['run', ' '])).toMatchObject({ code: 2 })
    expect(await muster.call(['run', '--timeout', '0', 'say Hi.'])).toMatchObject({ code: 2 })
  })

  it('interrupts the agent when the time is over, and on Ctrl-C', async () => {
    const { muster, owner } = await joined()
    const late = await muster.call(['run', '--timeout', '1', 'wait 600'])
    expect(late.code).toBe(124)
    expect(late.stderr).toContain('The agent did not finish in time.')

    const isBusy = async () => (await owner.sessions.list()).sessions.some(({ status }) => status === 'running')
    const stopped = await start(['run', 'wait 600'], {
      env: muster.env,
      onStart: (child) => {
        void expect
          .poll(isBusy)
          .toBe(true)
          .then(() => child.kill('SIGINT'))
      },
    })
    expect(stopped.code).toBe(130)
    expect(stopped.stderr).toContain('The turn was interrupted.')
    expect(await isBusy()).toBe(false)
  })
})
