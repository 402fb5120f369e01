import { describe, expect, it } from 'vitest'
import { emailOf } from './email.ts'

describe('emailOf', () => {
  it('returns the address in lower case, without spaces around it', () => {
    expect(emailOf(' Ada.Lovelace+x@Example.CO.uk ')).toBe('ada.lovelace+x@example.co.uk')
    expect(emailOf('jürgen@müller.example')).toBe('jürgen@müller.example')
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'a b@example.com',
    '<ada@example.com>',
    'a\0@b.c',
    '\ud800@b.c',
    `${'a'.repeat(250)}@b.cd`,
  ])('does not treat %j as an address', (text) => {
    expect(emailOf(text)).toBeUndefined()
  })
})
