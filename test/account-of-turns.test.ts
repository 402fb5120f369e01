import { describe, expect, it } from 'vitest'
import { accountOfTurns, type StoredMessage } from '../chaos/account-of-turns.ts'

const user = message('user', 'run echo work 4 0 >> diary\nsay Done: work 4 0.')
const answer = message('assistant', 'Done: work 4 0.')
const excuse = message('system', 'The daemon ended.')

describe('the account of a session after faults', () => {
  it('does not mistake an order for its own answer', () => {
    expect(account([user, answer])).toEqual({ problems: [], silent: 0 })
    expect(account([user, excuse])).toEqual({ problems: [], silent: 1 })
    expect(account([user]).problems).toEqual(['1 turns have no answer, and 0 say why'])
  })

  it('finds orders that were given, answered, excused or stored twice', () => {
    expect(account([user, answer], ['work 4 0', 'work 4 0']).problems).toEqual(['an agent was told something twice'])
    expect(account([user, answer, answer]).problems).toEqual(['an answer is there twice'])
    expect(account([user, excuse, excuse]).problems).toEqual(['2 excuses for 1 turns'])
    expect(account([user, user, answer]).problems).toEqual(['messages were lost, doubled or reordered'])
  })
})

function account(messages: StoredMessage[], diary = ['work 4 0']) {
  return accountOfTurns({ orders: ['work 4 0'], ids: ['user'], messages, diary })
}

function message(role: string, text: string): StoredMessage {
  return { id: role, role, content: [{ text }] }
}
