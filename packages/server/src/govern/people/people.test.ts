import { describe, expect, it } from 'vitest'
import { peopleOf } from './people.ts'

const ada = {
  id: '1',
  email: 'Ada@x.test',
  email_key: 'ada@x.test',
  team: null,
  emails: [' Ada@Home.test', 'ada@old.test', 'ada+ci@x.test', 'a.lovelace@x.test', 'ben@x.test', 7],
}
const ben = { id: '2', email: 'ben@x.test', email_key: 'ben@x.test', team: null, emails: ['ada@old.test'] }

describe('somebody with five addresses', () => {
  it('is one user', () => {
    const people = peopleOf([ben, ada])
    for (const user of [
      'u:1',
      'e:ada@x.test',
      'e:ada@home.test',
      'e:ada@old.test',
      'e:ada+ci@x.test',
      'e:a.lovelace@x.test',
    ]) {
      expect([user, people(user).id]).toEqual([user, '1'])
    }
    // A member's own address stays theirs, and so does an address that nobody claims.
    expect(people('e:ben@x.test').id).toBe('2')
    expect(people('e:eve@x.test')).toEqual({ id: 'eve@x.test', email: 'eve@x.test' })
  })
})
