import { describe, expect, it } from 'vitest'
import type { Loose } from '../acp/loose.ts'
import { exitCodeOf, workOf } from './call-work.ts'
import type { ToolCall } from './tool-call.ts'

function work(call: Partial<ToolCall>, shown: { diffs?: Loose[]; rawOutput?: Loose; output?: string } = {}) {
  const whole: ToolCall = { id: 'call', name: 'tool', title: '', kind: 'edit', input: {}, ...call }
  return workOf(whole, { diffs: [], rawOutput: {}, output: '', ...shown })
}

const diff = (path: string, oldText: string | null, newText: string, kind?: string) => ({
  ...{ type: 'diff', path, oldText, newText },
  ...(kind && { _meta: { kind } }),
})

describe('the files of a tool call', () => {
  it.each([
    ['a new file', [diff('/x/a.ts', null, 'one\ntwo\n')], [['create', 'a.ts', 2, 0]]],
    ['a new file with an empty text before it', [diff('/x/a.ts', '', 'one', 'add')], [['create', 'a.ts', 1, 0]]],
    ['a changed file', [diff('/x/a.ts', 'one\ntwo\n', 'one\nthree\nfour\n')], [['edit', 'a.ts', 2, 1]]],
    ['an empty file that is changed', [diff('/x/a.ts', '', 'one\n', 'modify')], [['edit', 'a.ts', 1, 0]]],
    ['a deleted file', [diff('/x/a.ts', 'one\n', '', 'delete')], []],
    [
      'several files, and one in two parts',
      [diff('/x/a.ts', 'a', 'b'), diff('C:\\x\\b.py', null, 'c'), diff('/x/a.ts', 'd', '')],
      [
        ['edit', 'a.ts', 1, 2],
        ['create', 'b.py', 1, 0],
      ],
    ],
    ['no file', [diff('', 'a', 'b')], []],
  ])('are what the agent shows: %s', (_, diffs, wanted) => {
    const files = wanted.map(([operation, name, linesAdded, linesRemoved]) => {
      return { operation, name, linesAdded, linesRemoved }
    })
    expect(work({}, { diffs })).toEqual(files.length > 0 ? { files } : {})
  })

  it('have no lines where the texts are too long to be compared', () => {
    const [before, after] = ['a', 'b'].map((letter) => `${letter}\n`.repeat(100_000))
    expect(work({}, { diffs: [diff('a.txt', before ?? '', after ?? '')] })).toEqual({
      files: [{ operation: 'edit', name: 'a.txt' }],
    })
  })

  const patch = '*** Begin Patch\n*** Update File: src/a.go\n@@\n-a\n+b\n+c\n*** End Patch'
  const patched = { files: [{ operation: 'edit', name: 'a.go', linesAdded: 2, linesRemoved: 1 }] }
  it.each([
    ['a patch', { input: { input: patch } }, {}, patched],
    ['a patch in a command', { kind: 'execute', input: { command: `apply_patch <<'X'\n${patch}\nX` } }, {}, patched],
    [
      'what is written',
      { name: 'Write', input: { file_path: '/x/Dockerfile', content: 'FROM x\n' } },
      {},
      { files: [{ operation: 'create', name: 'Dockerfile', linesAdded: 1, linesRemoved: 0 }] },
    ],
    [
      'what is written over something',
      { name: 'write', input: { filePath: '/x/a.py', content: 'x' } },
      { rawOutput: { metadata: { exists: true } } },
      { files: [{ operation: 'edit', name: 'a.py' }] },
    ],
    [
      'what is replaced',
      { name: 'edit', input: { filePath: '/x/a.py', oldString: 'a', newString: 'b\nc' } },
      {},
      { files: [{ operation: 'edit', name: 'a.py', linesAdded: 2, linesRemoved: 1 }] },
    ],
    ['nothing that is read', { kind: 'read', name: 'Read', input: { file_path: '/x/a.py' } }, {}, {}],
  ] as const)('are otherwise those of its input: %s', (_, call, shown, wanted) => {
    expect(work(call, shown)).toEqual(wanted)
  })
})

describe('the commits and pull requests of a command', () => {
  const sha = '0123456789abcdef0123456789abcdef01234567'
  it.each([
    ['git commit -m x', '[main 1a2b3c4] x', { commits: 1 }],
    ['git commit -m x', `[main ${sha}] x`, { commits: 1, sha }],
    [['bash', '-lc', 'git add . && git commit -m x'], '', { commits: 1 }],
    [
      'gh pr create --fill',
      'https://github.com/o/r/pull/7\n',
      { pullRequests: 1, pullRequestUrl: 'https://github.com/o/r/pull/7' },
    ],
    ['echo git commit', '', {}],
  ])('of %j', (command, output, wanted) => {
    expect(work({ kind: 'execute', input: { command } }, { output })).toEqual(wanted)
  })

  it('are not those of the words of a search', () => {
    expect(work({ kind: 'search', input: { command: 'git commit -m x' } })).toEqual({})
  })
})

it.each([
  [{ exit_code: 2 }, 2],
  [{ exitCode: 0 }, 0],
  [{ metadata: { exit: 1 } }, 1],
  [{ contents: [{ type: 'shell_exit', exitCode: 3 }] }, 3],
  [{ output: 'x' }, undefined],
])('finds the exit code in %j', (rawOutput, code) => {
  expect(exitCodeOf(rawOutput)).toBe(code)
})
