import { findDenied } from '@muster/hooks/deny/find-denied'
import { command } from '../../../command-line/command.ts'
import { exitCodes } from '../../../command-line/failure.ts'
import { parseObject, readJson } from '../../../read-input.ts'
import { printable } from '../../../terminal/width.ts'

export const deny = command({
  summary: 'Keep an agent from running a command; to be used as a hook',
  notes:
    'Reads the event of a tool from the standard input. When the shell command in it would run one of the commands, it ends with 2 and says so, which blocks the tool; else with 0. Quotes, cd x &&, env, sudo, sh -c and the like make no difference, and where only the shell could tell, it blocks. It does not look into scripts, and keeps nobody out who wants to get around it: take the right to push away where it is given.',
  positionals: { commands: { many: true, summary: 'What must not run, such as "git push"' } },
  options: { reason: { type: 'text', summary: 'What to tell the agent' } },
  examples: [
    ['muster hooks add PreToolUse -m Bash --fail-closed "muster hooks deny docker"', 'As a hook, for every agent'],
  ],
  async run({ commands, reason = 'It is for people.' }) {
    const { tool_input: input } = parseObject(await readJson('-'), 'the standard input')
    const line = lineIn(input)
    const denied = line === undefined ? undefined : findDenied(line, commands)
    if (denied === undefined) return
    process.stderr.write(`${denied} may not be run here. ${printable(reason)}\n`)
    // The exit code with which a hook denies. An invalid command line denies too, because a misconfigured guard must
    // not allow.
    process.exitCode = exitCodes.usage
  },
})

/** The shell's command line: most agents send a text, some a list of words. */
function lineIn(input: unknown): string | undefined {
  const { command } = parseObject(input ?? {}, 'tool_input')
  if (typeof command === 'string') return command
  if (!Array.isArray(command)) return undefined
  return command.map((word) => `'${String(word).replaceAll("'", `'\\''`)}'`).join(' ')
}
