import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repositoryKey, withoutCredentials } from './repository-url.ts'

const spellings = [
  'https://github.com/acme/app',
  'https://github.com/acme/app/',
  'https://github.com/acme/app.git',
  'https://github.com/acme/app.git/',
  'HTTPS://GitHub.COM/acme/app',
  'http://github.com/acme/app',
  'https://github.com:443/acme/app.git',
  'https://user@github.com/acme/app',
  'https://user:password@github.com/acme/app',
  'https://github.com/acme/app?tab=readme',
  'https://github.com/acme/app#readme',
  'git@github.com:acme/app.git',
  'git@GitHub.com:acme/app',
  'git@github.com:/acme/app.git',
  'github.com:acme/app.git',
  'ssh://git@github.com/acme/app.git',
  'ssh://git@github.com:22/acme/app',
  'ssh://github.com/acme/app',
  'git://github.com/acme/app.git',
  'git+ssh://git@github.com/acme/app.git',
  'github.com/acme/app',
  '  https://github.com/acme/app  ',
]

describe('repositoryKey', () => {
  it.each(spellings)('knows %j as the same repository', (url) => {
    expect(repositoryKey(url)).toBe('github.com/acme/app')
  })

  it.each([
    'https://github.com/acme/App',
    'https://github.com/acme/app2',
    'https://github.com/acme/app.github',
    'https://gitlab.com/acme/app',
    'https://github.com:8443/acme/app',
    'https://github.com.evil.org/acme/app',
    'https://github.com/other/acme/app',
    'https://evil.org/github.com/acme/app',
  ])('knows %j as another one', (url) => {
    expect(repositoryKey(url)).not.toBe('github.com/acme/app')
  })

  it('keeps a port that is not the usual one, and an IPv6 host', () => {
    expect(repositoryKey('ssh://git@host:2222/a/b.git')).toBe('host:2222/a/b')
    expect(repositoryKey('https://[2001:DB8::1]:8443/a/b')).toBe('[2001:db8::1]:8443/a/b')
  })

  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,10}$/)
  const host = fc.stringMatching(/^[a-z][a-z0-9]{0,8}\.[a-z]{2,5}$/)
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
  const secret = fc.stringMatching(/^[A-Za-z0-9!$&'()*+,;=:_~%@-]{1,20}$/)

  it('is the same for every spelling of any repository', () => {
    fc.assert(
      fc.property(host, path, name, secret, (where, what, user, password) => {
        const all = [
          `https://${where}/${what}`,
          `https://${where.toUpperCase()}:443/${what}.git/`,
          `https://${user}:${password}@${where}/${what}.git`,
          `git@${where}:${what}.git`,
          `ssh://${user}@${where}:22/${what}`,
          `${where}/${what}`,
        ]
        expect(new Set(all.map(repositoryKey))).toEqual(new Set([`${where}/${what}`]))
      }),
    )
  })

  it('differs for repositories that differ', () => {
    fc.assert(
      fc.property(host, path, host, path, (host1, path1, host2, path2) => {
        const same = host1 === host2 && path1 === path2
        expect(repositoryKey(`https://${host1}/${path1}`) === repositoryKey(`git@${host2}:${path2}.git`)).toBe(same)
      }),
    )
  })

  it('never fails, and changes nothing that it made itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(typeof repositoryKey(text)).toBe('string')
      }),
    )
    fc.assert(
      fc.property(host, path, (where, what) => {
        expect(repositoryKey(`${where}/${what}`)).toBe(`${where}/${what}`)
      }),
    )
  })

  it('is fast even for a text that is made to be slow', () => {
    // An expression that tries every way to split such a text would not be done before the test is given up.
    for (const text of [
      `https://${'@'.repeat(2000)}`,
      `${':'.repeat(2000)}`,
      `a/${'/'.repeat(1990)}x`,
      `${'.git'.repeat(500)}`,
    ]) {
      expect(repositoryKey(text)).toBeTypeOf('string')
    }
  })

  it('holds no credentials', () => {
    fc.assert(
      fc.property(host, path, name, (where, what, user) => {
        expect(repositoryKey(`https://${user}:s3cr3t-s3cr3t@${where}/${what}`)).not.toContain('s3cr3t')
      }),
    )
  })
})

describe('withoutCredentials', () => {
  it.each([
    ['https://user:s3cr3t@host/a/b.git', 'https://host/a/b.git'],
    ['https://s3cr3t@host/a/b', 'https://host/a/b'],
    ['https://x-access-token:s3cr3t@host/a/b', 'https://host/a/b'],
    ['https://user:s3@cr3t@host/a/b', 'https://host/a/b'],
    ['https://user:s3/cr3t@host/a/b', 'https://host/a/b'],
    ['https://user:s3#cr3t@host/a/b', 'https://host/a/b'],
    ['https://:s3cr3t@host/a/b', 'https://host/a/b'],
    ['ssh://git:s3cr3t@host/a/b', 'ssh://host/a/b'],
    ['ftp://user:s3cr3t@host/a/b', 'ftp://host/a/b'],
    ['  https://user:s3cr3t@host/a/b', 'https://host/a/b'],
    ['HTTPS://user:s3cr3t@host/a/b', 'HTTPS://host/a/b'],
    ['user:s3cr3t@host/a/b', 'host/a/b'],
    ['git:s3cr3t@host:a/b', 'host:a/b'],
    ['https://host/a/b?access_token=s3cr3t', 'https://host/a/b'],
    ['https://host/a/b.git#s3cr3t', 'https://host/a/b.git'],
  ])('turns %j into %j', (url, expected) => {
    expect(withoutCredentials(url)).toBe(expected)
  })

  it.each([
    'https://host/a/b.git',
    'https://host:8443/a/b',
    'git@host:a/b.git',
    'ssh://git@host/a/b.git',
    'https://host/a/b@v1',
    'https://host:8443/@scope/b',
    'https://host/~user/b',
    'host/a/b',
    'host:a/b',
  ])('leaves %j as it is', (url) => {
    expect(withoutCredentials(url)).toBe(url)
  })
})
