import { basename, join } from 'node:path'
import type { SettingsHome, Target } from '../agent.ts'
import { headersVariable, keyIn } from '../bearer.ts'
import type { Edit } from '../edits/edit.ts'
import { lineEdit } from '../edits/line-edit.ts'
import { wholeFile } from '../edits/whole-file.ts'
import { readText } from '../read-text.ts'

/** A program that is started in a shell, with the name of its agent for `muster connect`. */
export interface ShellProgram {
  readonly name: string
  readonly agent: string
}

/**
 * For agents that read these settings only from the environment. Exported OpenTelemetry variables, including the key,
 * would reach every program of the shell; a shell function passes them to the agent alone.
 */
export function shellFunction(
  place: SettingsHome,
  program: ShellProgram,
  variables: Readonly<Record<string, string>>,
): Edit[] {
  const path = pathOf(place, program)
  const profile = profileOf(place)
  const text = `if [ -f ${quoted(path)} ]; then . ${quoted(path)}; fi # muster connect ${program.agent}`
  const is = (line: string) => line.endsWith(`# muster connect ${program.agent}`)
  return [
    wholeFile(path, contentOf(program, variables)),
    ...(profile === undefined ? [] : [lineEdit(profile, [{ text, is }])]),
  ]
}

/** The target of such a function. */
export async function findInFunction(place: SettingsHome, program: ShellProgram): Promise<Target | undefined> {
  const text = (await readText(pathOf(place, program))) ?? ''
  const url = /\bOTEL_EXPORTER_OTLP_ENDPOINT='([^']+)'/.exec(text)?.[1]
  const key = keyIn(new RegExp(`\\b${headersVariable}='([^']+)'`).exec(text)?.[1] ?? '')
  return url && key ? { url, key } : undefined
}

/** What a person still has to do. */
export function afterFunction(place: SettingsHome, program: ShellProgram): string {
  const path = pathOf(place, program)
  if (profileOf(place) === undefined) {
    return `Your shell is neither bash nor zsh: give ${program.name} the variables in ${path} some other way.`
  }
  return `Open a new terminal, or run: . ${quoted(path)}. The settings hold for ${program.name} in your shell; an editor or a script that starts it may need the same variables.`
}

function pathOf({ home }: SettingsHome, { agent }: ShellProgram): string {
  return join(home, '.muster', 'agents', `${agent}.sh`)
}

function profileOf({ home, env }: SettingsHome): string | undefined {
  const shell = basename(env.SHELL ?? '')
  if (shell === 'zsh') return join(env.ZDOTDIR || home, '.zshrc')
  return shell === 'bash' ? join(home, '.bashrc') : undefined
}

/** Uses `function` instead of `name()`, because a shell would expand an alias of that name. */
function contentOf({ name, agent }: ShellProgram, variables: Readonly<Record<string, string>>): string {
  const settings = Object.entries(variables).map(([variable, value]) => `  ${variable}=${quoted(value)} \\`)
  return [
    `# Lets ${name} report to Muster. Written by \`muster connect ${agent}\`, removed with --undo.`,
    `function ${name} {`,
    ...settings,
    `  command ${name} "$@"`,
    '}',
    '',
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
