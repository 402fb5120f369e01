import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cuttingProxy } from '../../server/test/cutting-proxy.ts'
import { inTmux } from './in-tmux.ts'
import { joined } from './joined.ts'
import { muster as start } from './run-muster.ts'

/** A chat whose agent has begun and works until it is interrupted. */
async function busyChat(env: Parameters<typeof inTmux>[1]) {
  const chat = inTmux(['sessions', 'chat'], env)
  await chat.shows('ready')
  chat.type('say Begun.')
  chat.press('C-j')
  chat.type('wait 600')
  chat.press('Enter')
  await chat.shows('● Begun.')
  return chat
}

describe('muster sessions chat', () => {
  it('shows messages, questions, answers and tools, and no text controls the terminal', async () => {
    const { muster, folder } = await joined()
    const chat = inTmux(['sessions', 'chat', '--autonomy-level', 'off'], muster.env)
    await chat.shows('Write a message')
    expect(await chat.shows(/ready +laptop · off/)).toMatch(/^New session · laptop\n\n─{79}\n❯ Write a message/)

    chat.paste('write a.txt 日本語\nrun printf "\\033]0;evil\\007\\033[31mred\\n"; exit 3')
    await chat.shows(/❯ write a.txt 日本語\n {2}run printf/)
    chat.press('Enter')
    expect(await chat.shows('? Write a.txt')).toMatch(
      /\? Write a.txt\n {4}日本語\n {2}1 Yes {3}2 Yes, always {3}3 No\n/,
    )
    await chat.shows(/the agent asks · \d+ s · Ctrl-C interrupts/)
    chat.type('1')
    await chat.shows('? printf')
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('日本語\n')
    chat.type('y')
    const done = await chat.shows('● That did not run.')
    expect(done).toMatch(/ {2}✓ write \S+a\.txt\n/)
    expect(done).toMatch(/ {2}✗ run printf .*\n {6}red\n {6}Ended with code 3\.\n/)
    expect(chat.title()).not.toBe('evil')

    chat.resize(50, 20)
    await chat.shows(/^─{49}\n❯ Write a message\. Enter sends it, \/help tells t…\n─{49}\n ready/m)
    chat.resize(90, 24)
    await chat.shows(/^─{89}\n❯ Write .*\n─{89}\n ready/m)
    expect(chat.whole().match(/❯ Write a message/g)).toHaveLength(1)
  })

  it('interrupts with Ctrl-C, takes back a waiting message, leaves with a second Ctrl-C, and shows the history again', async () => {
    const { muster, owner } = await joined()
    const chat = await busyChat(muster.env)
    chat.type('say Never.')
    chat.press('Enter')
    await chat.shows('❯ say Never. (waits; /back takes it back)')
    chat.type('/back')
    chat.press('Enter')
    expect(await chat.shows('The last message was taken back.')).not.toContain('say Never.')
    chat.press('C-c')
    await chat.shows('· The turn was interrupted.')
    expect(await chat.shows('ready')).not.toContain('Interrupting')
    chat.type('Not sent')
    chat.press('C-c')
    expect(await chat.shows('Ctrl-C again leaves.')).not.toContain('Not sent')
    chat.press('C-c')
    const left = await chat.shows('ended with 0')
    const [, sessionId = ''] =
      /Come back with `muster sessions chat ([0-9a-f-]{36})`/.exec(left.replace('\n', '')) ?? []
    expect(await owner.sessions.get({ sessionId })).toMatchObject({ status: 'idle' })

    const again = inTmux(['sessions', 'chat', sessionId, '--history', '2'], muster.env)
    expect(await again.shows('· The turn was interrupted.')).toContain('… 1 earlier message: see /history')
    again.type('/history')
    again.press('Enter')
    await again.shows(/── the message before ──\n\n❯ say Begun.\n {2}wait 600/)
    again.press('C-d')
    await again.shows('ended with 0')
  })

  it('tells of messages that wait: on leaving, on coming back, and when they were given up', async () => {
    const { muster } = await joined()
    const chat = await busyChat(muster.env)
    for (const text of ['say One.', 'say Two.']) {
      chat.type(text)
      chat.press('Enter')
      await chat.shows(`❯ ${text} (waits; /back takes it back)`)
    }
    chat.press('C-d')
    await chat.shows('2 messages still wait for the agent. In the chat, /back takes the last one back.')
    await chat.shows('ended with 0')

    const again = inTmux(['sessions', 'chat', '--last'], muster.env)
    const back = await again.shows('❯ say Two. (waits; /back takes it back)')
    expect(back).toContain('❯ say One. (waits; /back takes it back)')
    again.type('/back')
    again.press('Enter')
    expect(await again.shows('The last message was taken back.')).not.toContain('say Two.')
    again.press('C-c')
    await again.shows(/❯ say One\.\n\n· The agent did not get this message\. Up brings its text back\./)
    await again.shows('ready')
    again.press('C-d')
    expect(await again.shows('ended with 0')).not.toContain('still wait')
  })

  it('says when the service is away, and continues when it is back', async () => {
    const { muster, server } = await joined()
    const { address } = server

    const proxy = await cuttingProxy(address, () => Number.POSITIVE_INFINITY)
    const chat = inTmux(['sessions', 'chat', '-c', 'laptop'], { ...muster.env, MUSTER_API_URL: proxy.address })
    await chat.shows('ready')
    proxy.close()
    await chat.shows(/reconnecting · last heard \d+ s ago/)
    await proxy.open()
    await chat.shows('ready')
    chat.type('say Back.')
    chat.press('Enter')
    await chat.shows('● Back.')
  })
})

describe('muster sessions chat without a terminal', () => {
  it('says what to use instead', async () => {
    expect(await start(['sessions', 'chat'])).toMatchObject({
      code: 2,
      stderr: 'Error: A chat needs a terminal.\nFor scripts there is `muster run PROMPT`.\n',
    })
  })
})
