import { describe, expect, it } from 'vitest'
import { questionDetail } from './question-detail.ts'

describe('what a question shows', () => {
  it.each([
    [{ command: 'ls -a' }, 'ls -a'],
    [{ command: ['sh', '-c', 'ls'] }, 'sh -c ls'],
    [{ command: 'git', args: ['push'] }, 'git push'],
    [{ script: 'ls' }, 'ls'],
  ])('is the command of %j', (input, command) => {
    expect(questionDetail({ title: 'Bash', kind: 'execute', input })).toMatchObject({ command, isUnsaid: false })
  })

  it('is never the title, and that a command is not told is said', () => {
    expect(questionDetail({ title: 'ls', kind: 'execute', input: {} })).toMatchObject({
      command: undefined,
      isUnsaid: true,
    })
    expect(questionDetail({ title: 'Read a.ts', kind: 'read', input: {} })).toMatchObject({ isUnsaid: false })
  })

  it('is what the agent says of it, and the changes of files', () => {
    const change = { type: 'diff' as const, path: 'a.ts', newText: 'b' }
    const content = [{ type: 'text' as const, text: 'Running: ls' }, change, { type: 'text' as const, text: ' ' }]
    const detail = questionDetail({ title: 'Bash', kind: 'execute', input: {}, content })
    expect(detail).toMatchObject({ texts: ['Running: ls'], changes: [change] })
  })
})
