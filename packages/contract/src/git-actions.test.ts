import { describe, expect, it } from 'vitest'
import { gitActionsOf, pullRequestUrlIn, shaIn } from './git-actions.ts'

describe('gitActionsOf', () => {
  it.each([
    ['git commit -m "x"', 1, 0],
    ['git add -A && git commit -q -m "add main.go" && git log --oneline | head -1', 1, 0],
    ['cd repo; git -C . -c user.name=a --no-pager commit -am x', 1, 0],
    ['GIT_AUTHOR_NAME=a sudo git commit -m x', 1, 0],
    ['/usr/bin/git commit', 1, 0],
    ['git commit -m a\ngit commit -m b', 2, 0],
    ['bash -lc "git add . && git commit -m x"', 1, 0],
    ['git commit -m "$(cat <<\'EOF\'\nWrite git commit; done\nEOF\n)"', 1, 0],
    ['(git commit -m x)', 1, 0],
    ['gh pr create --title "t" --body "b"', 0, 1],
    ['git push && gh pr create --fill', 0, 1],
    ['glab mr create', 0, 1],
    ['git commit --amend --no-edit', 0, 0],
    ['git commit --dry-run', 0, 0],
    ['gh pr create --web', 0, 0],
    ['gh pr list', 0, 0],
    ['git log --grep commit', 0, 0],
    ['echo "git commit -m x"', 0, 0],
    ["grep -r 'gh pr create' .", 0, 0],
    ['git commit-tree abc', 0, 0],
    ['', 0, 0],
    ['git commit -m "unfinished', 1, 0],
    ['cat > notes <<EOF\ngit commit -m x\nEOF', 0, 0],
    ["cat <<-'END' | tee a\n\tgit commit -m x\n\tEND\ngit commit -m y", 1, 0],
    ['git commit -m x || true', 0, 0],
    ['git commit -m x || echo nothing', 0, 0],
    ['if git commit -m x; then git push; fi', 1, 0],
    ['{ git commit -m x; }', 1, 0],
    ['sudo -u me git commit -m x', 1, 0],
    ['timeout 30 git commit -m x', 1, 0],
    ['git revert HEAD', 1, 0],
    ['git revert --no-commit HEAD', 0, 0],
    ['git cherry-pick abc', 1, 0],
    ['git merge topic', 1, 0],
    ['git merge --squash topic', 0, 0],
  ])('of %j', (command, commits, pullRequests) => {
    expect(gitActionsOf(command)).toEqual({ commits, pullRequests })
  })

  it('believes what git prints', () => {
    expect(gitActionsOf('git commit -m x || true', '[main 1a2b3c4] x')).toEqual({ commits: 1, pullRequests: 0 })
    for (const output of ['Updating a..b\nFast-forward\n', 'Already up to date.\n']) {
      expect(gitActionsOf('git merge topic', output)).toEqual({ commits: 0, pullRequests: 0 })
    }
  })
})

describe('what git prints', () => {
  it('names the commit and the pull request', () => {
    expect(shaIn('[main (root-commit) 1a2b3c4] add x\n 1 file changed')).toBe('1a2b3c4')
    expect(shaIn('[feature/x 0123456789abcdef0123456789abcdef01234567] y\n')).toBe(
      '0123456789abcdef0123456789abcdef01234567',
    )
    expect(shaIn('nothing to commit')).toBe('')
    expect(pullRequestUrlIn('Creating…\nhttps://github.com/o/r/pull/7\n')).toBe('https://github.com/o/r/pull/7')
    expect(pullRequestUrlIn('https://gitlab.test/g/p/-/merge_requests/12')).toBe(
      'https://gitlab.test/g/p/-/merge_requests/12',
    )
    expect(pullRequestUrlIn('https://user:pw@github.com/o/r/pull/7')).toBe('')
  })
})
