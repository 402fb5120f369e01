import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDenied } from './find-denied.ts'

const push = (line: string) => findDenied(line, ['git push'])

describe('git push is found in', () => {
  it.each([
    'git push',
    'git push origin main --force',
    'cd "my repo" && git push',
    'git -C . push',
    'git -c user.name=x --git-dir=.git push',
    'git --no-pager push',
    'command git push',
    '/usr/bin/git push',
    'FOO=1 BAR="a b" git push',
    'env -i PATH=$PATH git push',
    'sudo -u ada git push',
    'timeout 10 git push',
    'nohup git push &',
    'true; git push',
    'make || git push',
    'echo y | git push',
    '(git push)',
    '{ git push; }',
    'if true; then git push; fi',
    'for x in 1 2; do git push; done',
    '! git push',
    'x=$(git push 2>&1)',
    'echo "$(git push)"',
    'echo `git push`',
    'sh -c "git push"',
    `bash -lc 'cd repo && git push'`,
    `bash -c "sh -c 'git push'"`,
    'eval git push',
    'eval "git push"',
    'echo x | xargs git push',
    'find . -name x -exec git push ;',
    'git \\\n  push',
    `g'i't "pu"sh`,
    '\\git push',
    'git 2>/dev/null push',
    'git push>log',
    'g=git; $g push',
    'git $subcommand',
    'cat <(git push)',
    'bash <<EOF\ngit push\nEOF',
    'echo git push | sh',
    'git push "unfinished',
    '# comment\ngit push',
    "git $'push'",
  ])('%s', (line) => {
    expect(push(line)).toBe('git push')
  })
})

describe('git push is not found in', () => {
  it.each([
    '',
    'git status',
    'git pull && git status',
    'git commit -m "push"',
    'git commit -m "do not git push here"',
    'echo git push',
    `echo "git push"`,
    'git log push',
    'git -C push status',
    'git stash push -m x',
    'grep -rn "git push" docs',
    'npm run push',
    'cat <<EOF > notes\ngit push\nEOF',
    'ls # git push',
    'sh scripts/check.sh',
    'git diff > push',
    'mygit push',
    'docker push image',
  ])('%s', (line) => {
    expect(push(line)).toBeUndefined()
  })
})

describe('findDenied', () => {
  it.each([
    ['npm publish --dry-run', 'npm publish'],
    ['npm --registry http://x publish', 'npm publish'],
    ['rm -rf /', 'rm -rf'],
    ['gh pr merge 1', 'gh pr merge'],
    ['cd x && terraform -chdir=y apply', 'terraform apply'],
  ])('finds in %s the command %s', (line, command) => {
    expect(findDenied(line, ['git push', command])).toBe(command)
  })

  it('reads any text to its end', () => {
    const piece = fc.constantFrom(
      'git',
      'push',
      ' ',
      '"',
      "'",
      '$(',
      '`',
      ')',
      '(',
      '<<',
      '<',
      '\n',
      '\\',
      '#',
      ';',
      '$',
      '{',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void push(pieces.join(''))),
      { numRuns: 3000 },
    )
  })

  it('finds a push behind any harmless beginning', () => {
    const before = fc.constantFrom(
      'ls',
      'cd "a b"',
      `echo 'x;y'`,
      'true 2>&1 | cat',
      'x=1',
      'test -f "$f"',
      ': <in >out',
    )
    const between = fc.constantFrom(' && ', '; ', ' || ', '\n', ' & ')
    fc.assert(
      fc.property(fc.array(fc.tuple(before, between), { maxLength: 5 }), (parts) => {
        expect(push(`${parts.flat().join('')}git push`)).toBe('git push')
      }),
    )
  })
})
