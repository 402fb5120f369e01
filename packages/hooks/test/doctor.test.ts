import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agents } from '../src/connect/agents.ts'
import { connected } from '../src/connect/connect.ts'
import { callsOf } from '../src/doctor/command-words.ts'
import { examine } from '../src/doctor/examine.ts'
import { createHooks } from '../src/hooks.ts'
import { replaceFile } from '../src/replace-file.ts'
import { warningText } from '../src/warning.ts'
import { hooksFor, temporaryPlace } from './temporary-place.ts'

function findingsFor(
  settings: unknown,
  files: Readonly<Record<string, { text: string; mode: number }>> = {},
): string[] {
  const { home, project } = temporaryPlace({ user: settings })
  for (const [name, { text, mode }] of Object.entries(files)) {
    writeFileSync(join(project, name), text)
    chmodSync(join(project, name), mode)
  }
  const hooks = createHooks({ home, cwd: project, watch: false })
  return examine(hooks, { PATH: process.env.PATH, HOME: home }, home).map(
    (finding) => `${finding.isError ? 'error' : 'warning'} ${warningText(finding).replace(/^\S+settings\.json:/, '')}`,
  )
}

function findingsOfCommand(command: string, files = {}): string[] {
  return findingsFor(hooksFor('Stop', command), files)
}

const script = { text: '#!/bin/sh\nexit 0\n', mode: 0o755 }

describe('the doctor', () => {
  it.each([
    ['echo done'],
    ['cat > /dev/null && true'],
    ['A=1 B=2 env C=3 sh -c "no-such-thing"'],
    ['"$MUSTER_PROJECT_DIR"/ok.sh --fast'],
    ['"$CLAUDE_PROJECT_DIR/ok.sh" 2>&1 | tee /dev/null'],
    ['sh "$MUSTER_PROJECT_DIR/plain.txt"'],
    ['if [ -f x ]; then nothing-at-all; fi'],
    ['x=$(nothing-at-all) && echo $x'],
    ['$EDITOR file'],
    ['cd / && ls | grep x; exit 0'],
  ])('finds nothing wrong with %s', (command) => {
    expect(findingsOfCommand(command, { 'ok.sh': script, 'plain.txt': { text: 'exit 0', mode: 0o644 } })).toEqual([])
  })

  it.each([
    ['no-such-program --now', 'error 1: There is no program no-such-program in your PATH.'],
    ['true && no-such-program', 'There is no program no-such-program'],
    ['"$MUSTER_PROJECT_DIR"/missing.sh', '/missing.sh. Correct the path.'],
    ['sh "$MUSTER_PROJECT_DIR"/missing.sh', 'There is no file'],
    ['"$MUSTER_PROJECT_DIR"/closed.sh', 'Give it the run bit: chmod +x '],
    ['"$MUSTER_PROJECT_DIR"/windows.sh', 'has Windows line ends'],
    ['"$MUSTER_PROJECT_DIR"/strange.sh', 'wants to be run by no-such-interpreter'],
    ['./ok.sh', 'warning 1: ./ok.sh is found only while the session is in the project'],
    ['/tmp', 'is a directory'],
    ['echo "unfinished', 'The shell cannot read the command'],
  ])('finds what is wrong with %s', (command, expected) => {
    const files = {
      'ok.sh': script,
      'closed.sh': { ...script, mode: 0o644 },
      'windows.sh': { text: '#!/bin/sh\r\nexit 0\r\n', mode: 0o755 },
      'strange.sh': { text: '#!/usr/bin/env no-such-interpreter\n', mode: 0o755 },
    }
    expect(findingsOfCommand(command, files)).toEqual([expect.stringContaining(expected)])
  })

  it.each([
    [
      'PreToolUse',
      'bash',
      'warning 1: The matcher "bash" matches none of the names that are known for PreToolUse. Perhaps you mean "Bash".',
    ],
    ['PreToolUse', 'edit,write', 'Perhaps you mean "Edit|Write".'],
    ['PostToolUse', 'Edit$x', 'It must match the whole name of a tool'],
    ['SessionStart', 'start', 'Known are: startup, resume'],
    ['Stop', 'Bash', 'Stop has no matchers'],
    ['PreToolUse', '(\\w+)+', 'warning 1: The matcher "(\\\\w+)+" takes for ever for some names'],
    ['PreToolUse', 'Bash(', 'error 1: The matcher "Bash(" is no regular expression'],
  ])('finds at %s the matcher %s', (event, matcher, expected) => {
    const found = findingsFor({ hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command: 'true' }] }] } })
    expect(found).toEqual([expect.stringContaining(expected)])
  })

  it.each(['Bash', 'Edit|Write', 'mcp__memory__.*', '.*', 'apply_patch'])('knows what %s matches', (matcher) => {
    expect(
      findingsFor({ hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'true' }] }] } }),
    ).toEqual([])
  })

  it.each([
    [['gemini-cli'], 'Bash|Edit', []],
    [['claude-code', 'codex', 'gemini-cli'], 'Edit|Write', []],
    [['gemini-cli'], 'NotebookEdit', ['matches no tool of the connected agents (Gemini CLI). Use the names']],
    [[], 'NotebookEdit', []],
    [['claude-code', 'gemini-cli'], 'NotebookEdit', []],
    [
      ['claude-code', 'gemini-cli'],
      'run_shell_command',
      ['does not match Claude Code, which calls the same tool Bash. Write Bash, which means it with every agent.'],
    ],
    [
      ['codex', 'gemini-cli'],
      'apply_patch',
      ['does not match Gemini CLI, which calls the same tool replace. Write Edit, which means it with every agent.'],
    ],
  ])('with %j connected finds at the matcher %s: %j', (connectedTo, matcher, expected) => {
    const { home, project } = temporaryPlace({
      user: { hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'true' }] }] } },
    })
    for (const id of connectedTo) {
      const agent = agents[id]
      if (!agent) throw new Error(`There is no agent ${id}.`)
      replaceFile(agent.settingsPath(home, {}), connected('', id, agent, 'muster'))
    }
    const hooks = createHooks({ home, cwd: project, watch: false })
    const found = examine(hooks, { PATH: process.env.PATH, HOME: home }, home).map(warningText)
    expect(found).toEqual(expected.map((each) => expect.stringContaining(each)))
  })

  it('finds timeouts that are too long, and guesses milliseconds', () => {
    const found = findingsFor(
      hooksFor('Stop', { command: 'true', timeout: 60_000 }, { command: ':', timeout: 601 }, 'pwd'),
    )
    expect(found).toEqual([
      'warning 1: The agent would wait up to 17 hours for this hook. Timeouts are in seconds: perhaps you mean 60.',
      'warning 1: The agent would wait up to 10 minutes for this hook. Choose a shorter one.',
    ])
  })

  it('finds an event that is configured twice', () => {
    const one = '[{"hooks": [{"type": "command", "command": "true"}]}]'
    expect(findingsFor(`{"hooks": {\n"Stop": ${one},\n"Stop": ${one}}}`)).toEqual([
      'error 3: "Stop" stands here for the second time, so that what is under the first is lost. Put both together.',
    ])
  })

  it('says what is wrong with a broken file', () => {
    expect(findingsFor('{')).toEqual([expect.stringMatching(/^error 1: A closing brace is missing/)])
  })
})

describe('callsOf', () => {
  it.each([
    ['a b "c d" | e; f', ['a', 'e', 'f']],
    ['X=1 a && (b)', ['a', '(b)']],
    [`'my prog' x`, ['my prog']],
    ['a > b 2>&1 < c', ['a']],
    ['', []],
  ])('of %s', (command, programs) => {
    expect(callsOf(command).map(({ program }) => program)).toEqual(programs)
  })
})
