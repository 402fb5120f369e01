import type { FrameFromComputer } from '@muster/contract/relay/from-computer'
import { maxUnfinishedRate, SendRate } from '@muster/contract/relay/send-rate'
import { afterPart, maxUnfinishedText } from '@muster/contract/unfinished-text'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Previews } from './previews.ts'

type Shown = Extract<FrameFromComputer, { type: 'preview' | 'delta' }>

function writer(rate = new SendRate(maxUnfinishedRate)) {
  const frames: Shown[] = []
  const agent = { text: '' }
  const previews = new Previews({
    sessionId: 's',
    turnId: 't',
    joinMs: 40,
    rate,
    send: (frame) => frames.push(frame as Shown) > 0,
    text: () => agent.text,
  })
  previews.watch(true)
  const write = (text: string) => {
    agent.text += text
    previews.changed()
  }
  return { frames, agent, previews, write }
}

const shownBy = (frames: readonly Shown[]) =>
  frames.reduce<ReturnType<typeof afterPart>>((before, frame) => afterPart(before, frame.type, frame), undefined)?.text

describe('what a computer shows of an agent that writes', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('keeps to its rate, however fast agents write, and is up to date once they pause', () => {
    const rate = new SendRate(maxUnfinishedRate)
    const agents = [writer(rate), writer(rate), writer(rate)]
    const seconds = 20
    for (let beat = 0; beat < seconds * 25; beat++) {
      for (const { agent, write } of agents) {
        // A message is finished, and the next one begins.
        if (agent.text.length > 500_000) agent.text = ''
        write('x'.repeat(100_000))
      }
      vi.advanceTimersByTime(40)
    }
    const sent = agents.flatMap(({ frames }) => frames).reduce((sum, { text }) => sum + text.length, 0)
    const { burstBytes, bytesPerSecond } = maxUnfinishedRate
    expect(sent).toBeLessThan(burstBytes + seconds * bytesPerSecond + agents.length * maxUnfinishedText)
    expect(sent).toBeGreaterThan((seconds * bytesPerSecond) / 2)
    for (const { agent, write } of agents) {
      agent.text = ''
      write('The end.')
    }
    vi.advanceTimersByTime(10_000)
    for (const { frames } of agents) expect(shownBy(frames)).toBe('The end.')
  })

  it('is the end of a text that is too long for a frame', () => {
    const { frames, write } = writer()
    write('The beginning.')
    vi.advanceTimersByTime(40)
    write(`${'x'.repeat(maxUnfinishedText + 1)}The end.`)
    vi.advanceTimersByTime(40)
    write(' Or not.')
    vi.advanceTimersByTime(40)
    expect(frames.map(({ type }) => type)).toEqual(['preview', 'preview', 'delta'])
    for (const { text } of frames) expect(text.length).toBeLessThanOrEqual(maxUnfinishedText)
    expect(shownBy(frames)).toMatch(/^…x+The end\. Or not\.$/)
  })
})
