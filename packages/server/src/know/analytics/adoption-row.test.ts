import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../ground/platform/days.ts'
import { adoptionRow, type Membership } from './adoption-row.ts'

const day = '2026-03-31'
const on = (back: number, ...ids: string[]) => ({
  day: addDays(day, -back),
  active: ids.map((id) => ({ id, clients: [] })),
})
const member = (id: string, rest: Partial<Membership> = {}): Membership => ({
  id,
  team: null,
  since: '2026-01-01',
  until: null,
  ...rest,
})

describe('adoptionRow', () => {
  it('looks back over 30 days, and over 30 more for those who have lapsed', () => {
    const window = [on(0, 'a'), on(29, 'a', 'b'), on(30, 'c', 'b'), on(59, 'd'), on(60, 'e')]
    const firstDays = new Map([
      ['a', addDays(day, -29)],
      ['b', addDays(day, -30)],
    ])
    const row = adoptionRow({ day, window, memberships: [member('a'), member('z')], firstDays })
    expect(row).toMatchObject({ members: 2, active: 2, active_members: 1, new: 1, returning: 1, lapsed: 2 })
    expect(row.stickiness).toBe(3 / 60)
  })

  it('counts members who were there at the end of the day', () => {
    const memberships = [
      member('a', { since: day }),
      member('b', { since: addDays(day, 1) }),
      member('c', { until: day }),
      member('d', { until: addDays(day, 1) }),
    ]
    expect(adoptionRow({ day, window: [], memberships, firstDays: new Map() }).members).toBe(2)
  })

  it('prefers the team that an owner set over the last one that a sender named', () => {
    const sent = (back: number, id: string, team: string) => ({
      day: addDays(day, -back),
      active: [{ id, clients: [], team }],
    })
    const window = [sent(1, 'b', 'new'), sent(9, 'b', 'old'), sent(1, 'a', 'sent'), on(0, 'c')]
    const { by_team } = adoptionRow({
      day,
      window,
      memberships: [member('a', { team: 'given' })],
      firstDays: new Map(),
    })
    expect(by_team.map(({ team, active }) => [team, active])).toEqual([
      ['given', 1],
      ['(none)', 1],
      ['new', 1],
    ])
  })

  it('adds up over teams, and new and returning users are the active ones', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const team = fc.constantFrom('x', 'y')
    const active = fc.uniqueArray(fc.record({ id, clients: fc.constant([]), team }), { selector: (user) => user.id })
    const window = fc.array(fc.nat(65).chain((back) => fc.record({ day: fc.constant(addDays(day, -back)), active })))
    const firstDays = fc.array(
      fc.tuple(
        id,
        fc.nat(65).map((back) => addDays(day, -back)),
      ),
    )
    fc.assert(
      fc.property(window, firstDays, fc.subarray(['a', 'b', 'z']), (window, first, ids) => {
        const memberships = ids.map((id) => member(id, { team: id === 'a' ? 'x' : null }))
        const row = adoptionRow({ day, window, memberships, firstDays: new Map(first) })
        expect(row.new + row.returning).toBe(row.active)
        for (const field of ['members', 'active', 'active_members', 'new', 'returning', 'lapsed'] as const) {
          expect(row.by_team.reduce((sum, part) => sum + part[field], 0)).toBe(row[field])
        }
      }),
    )
  })
})
