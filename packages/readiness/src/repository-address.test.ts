import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, isShared } from './repository-address.ts'

describe('addressOf', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'https://github.com/acme/shop'],
    ['https://user:s3cr3t@GitHub.com/acme/shop', 'https://github.com/acme/shop'],
    ['https://x-access-token:s3cr3t@github.com/acme/shop.git', 'https://github.com/acme/shop'],
    ['git@github.com:acme/shop.git', 'https://github.com/acme/shop'],
    ['ssh://git@github.com/acme/shop', 'https://github.com/acme/shop'],
    ['ssh://git@host.example:2222/acme/shop.git', 'ssh://host.example:2222/acme/shop'],
    ['https://host.example:8443/acme/shop.git', 'https://host.example:8443/acme/shop'],
    ['http://host.example/acme/shop.git', 'http://host.example/acme/shop'],
    ['git://host.example/acme/shop', 'https://host.example/acme/shop'],
    ['/srv/git/shop.git', 'file:///srv/git/shop.git'],
    ['../shop', 'file:///work/shop'],
    ['file:///srv/git/shop.git', 'file:///srv/git/shop.git'],
  ])('makes of %s %s', (remote, address) => {
    expect(addressOf(remote, '/work/here')).toBe(address)
  })

  it('is the directory if there is no remote, which means nothing to others', () => {
    expect(addressOf(undefined, '/work/with space')).toBe('file:///work/with%20space')
    expect([isShared('file:///work'), isShared('https://github.com/a/b')]).toEqual([false, true])
  })

  it('never holds a password', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(word, word, word, (user, host, path) => {
        for (const scheme of ['https', 'http', 'ssh', 'git', 'ftp']) {
          expect(addressOf(`${scheme}://${user}:S3CR3T@${host}.example/${path}`, '/')).not.toContain('S3CR3T')
        }
      }),
    )
  })
})
