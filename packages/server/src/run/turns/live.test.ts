import { maxUnfinishedText } from '@muster/contract/unfinished-text'
import { describe, expect, it } from 'vitest'
import { createLive, type Part } from './live.ts'

const session = { organizationId: 'acme', sessionId: 's' }
const part = (kind: Part['kind'], n: number, text: string): Part => ({ kind, turnId: 't', n, text })

describe('unfinished messages', () => {
  it('of two organizations have nothing to do with each other, even if their sessions had the same id', () => {
    const live = createLive()
    const changes: string[] = []
    live.onChange(({ organizationId }, isWatched) => changes.push(`${organizationId} ${isWatched}`))
    const seen: Part[] = []
    const end = live.watch(session, (each) => seen.push(each))
    const others = { ...session, organizationId: 'evil' }
    live.watchForNode(others, () => {})
    live.publish(others, part('preview', 1, 'forged'), 'here')
    expect([seen, live.textOf(session)]).toEqual([[], undefined])
    live.publish(session, part('preview', 1, 'true'), 'here')
    live.clear(others, 'here')
    expect([seen.length, live.textOf(session)?.text]).toEqual([1, 'true'])
    end()
    expect(changes).toEqual(['acme true', 'evil true', 'acme false'])
    expect([live.isWatched(session), live.isWatched(others)]).toEqual([false, true])
  })

  it('take a bounded room, however much comes in', () => {
    const live = createLive()
    const sessions = Array.from({ length: 100 }, (_, index) => ({ organizationId: 'acme', sessionId: `${index}` }))
    const others = { organizationId: 'globex', sessionId: 's' }
    for (const each of [others, ...sessions]) live.watch(each, () => {})
    live.publish(others, part('preview', 0, 'theirs'), 'here')
    const piece = 'x'.repeat(maxUnfinishedText / 2 + 1)
    for (const each of sessions) {
      live.publish(each, part('preview', 0, 'A beginning'), 'here')
      for (let n = 1; n < 20; n++) live.publish(each, part('delta', n, piece), 'here')
    }
    const lengths = sessions.map((each) => live.textOf(each)?.text.length ?? 0)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(maxUnfinishedText)
    expect(lengths.at(-1)).toBeGreaterThan(maxUnfinishedText / 2)
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(32 * maxUnfinishedText)
    expect(live.textOf(others)?.text).toBe('theirs')
  })

  it('begin with a whole text: an addition alone, or after a gap, is none', () => {
    const live = createLive()
    live.watch(session, () => {})
    live.publish(session, part('delta', 5, 'lo'), 'here')
    expect(live.textOf(session)).toBeUndefined()
    live.publish(session, part('preview', 6, 'Hel'), 'here')
    live.publish(session, part('delta', 8, '!'), 'here')
    expect(live.textOf(session)).toBeUndefined()
  })

  it('are told to other nodes by the node that has the computer, and by no other', () => {
    const live = createLive()
    let told = 0
    live.watchForNode(session, () => told++)
    live.publish(session, part('preview', 1, 'of another node'), 'elsewhere')
    expect([told, live.textFromHere(session)]).toEqual([0, undefined])
    live.publish(session, part('preview', 2, 'of this node'), 'here')
    live.publish(session, part('preview', 1, 'of another node, late'), 'elsewhere')
    live.clear(session, 'elsewhere')
    expect([told, live.textFromHere(session)?.text]).toEqual([1, 'of this node'])
  })
})
