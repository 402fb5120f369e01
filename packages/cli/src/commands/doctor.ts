import { homedir } from 'node:os'
import { detect } from '@muster/computer/agent/detect'
import { presets } from '@muster/computer/agent/presets'
import { placeIn } from '@muster/computer/place/place'
import { probeConfinement } from '@muster/computer/sandbox/probe'
import { examine } from '@muster/hooks/doctor/examine'
import { warningText } from '@muster/hooks/warning'
import { command } from '../command-line/command.ts'
import type { Context } from '../command-line/context.ts'
import { describeError } from '../command-line/describe-error.ts'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { stateOfDaemon } from '../computer/state-of-daemon.ts'
import { checkConnected } from '../connect/check-agents.ts'
import type { Color } from '../terminal/cell.ts'
import { openHooks } from './hook/hooks/open-hooks.ts'

/** The result of a check, with the fix. `unused` is no fault: nobody needs all parts of Muster. */
interface Finding {
  readonly about: 'service' | 'telemetry' | 'computer' | 'agents' | 'sandbox' | 'hooks'
  readonly state: 'fine' | 'unused' | 'fault'
  readonly text: string
  readonly hint?: string | undefined
}

export const doctor = command({
  summary: 'Look at everything on this machine that has to do with Muster, and say what to do',
  notes:
    'The service and your key, the telemetry of agents (a test record is sent, which is counted nowhere), the daemon of this computer, agents, sandbox and hooks. Changes nothing. Ends with 1 when something does not work.',
  examples: [['muster doctor', 'Look at everything']],
  async run(_args, context) {
    const looks = [service, telemetry, computer, agents, sandbox, hooks]
    const findings = (await Promise.all(looks.map((look) => look(context)))).flat()
    const { out } = context
    if (out.json) out.data({ findings })
    else for (const finding of findings) out.text(lineOf(finding, out.paint))
    const faults = findings.filter(({ state }) => state === 'fault').length
    if (faults > 0)
      throw new Failure(faults === 1 ? 'One thing does not work.' : `${faults} things do not work.`, exitCodes.refused)
  },
})

const marks = { fine: ['✓', 'green'], unused: ['–', 'dim'], fault: ['✗', 'red'] } as const

function lineOf({ about, state, text, hint }: Finding, paint: (text: string, color: Color) => string): string {
  const [mark, color] = marks[state]
  return `${paint(mark, color)} ${about.padEnd(10)} ${text}${hint ? ` ${hint}` : ''}`
}

async function service(context: Context): Promise<Finding> {
  try {
    const { url } = await context.connection()
    const { user, organization } = await (await context.client()).organization.me()
    return {
      about: 'service',
      state: 'fine',
      text: `${url} knows you: ${user.email}, ${user.role} of ${organization.name}.`,
    }
  } catch (error) {
    const { message, hint, exitCode } = describeError(error)
    const isLoggedOut = error instanceof Failure && exitCode === exitCodes.notLoggedIn
    return { about: 'service', state: isLoggedOut ? 'unused' : 'fault', text: message, hint }
  }
}

async function telemetry({ env }: Context): Promise<Finding[]> {
  const rows = await checkConnected({ home: homedir(), env })
  if (rows.length === 0) {
    return [
      {
        about: 'telemetry',
        state: 'unused',
        text: 'No agent reports to Muster.',
        hint: 'See `muster connect --help`.',
      },
    ]
  }
  return rows.map(({ agent, url, arrived, problems, failure }) => ({
    about: 'telemetry',
    state: arrived && problems.length === 0 ? 'fine' : 'fault',
    text: [`${agent} ${arrived ? 'reaches' : 'does not reach'} ${url}.`, ...problems].join(' '),
    hint: failure?.hint,
  }))
}

async function computer(): Promise<Finding> {
  const found = stateOfDaemon(placeIn(homedir()))
  if (!found) {
    return {
      about: 'computer',
      state: 'unused',
      text: 'This machine runs no sessions.',
      hint: 'See `muster computers join --help`.',
    }
  }
  const { identity, now, state } = found
  const told = now?.hindrance ?? (state === 'connected' ? undefined : (now?.detail ?? 'See `muster computers logs`.'))
  return {
    about: 'computer',
    state: state === 'connected' && told === undefined ? 'fine' : 'fault',
    text: `${identity.name} of ${identity.serviceUrl} is ${state}.`,
    hint: told,
  }
}

async function agents({ env }: Context): Promise<Finding[]> {
  const all = await Promise.all(presets.map((preset) => detect(preset, env, homedir())))
  const installed = all.filter(({ id, isInstalled }) => isInstalled && id !== 'demo')
  if (installed.length === 0) {
    return [
      { about: 'agents', state: 'unused', text: 'None is installed.', hint: '`muster computers doctor` tells how.' },
    ]
  }
  return installed.map(({ title, version, isSignedIn, help }) => ({
    about: 'agents',
    state: isSignedIn === false ? 'unused' : 'fine',
    text: `${title}${version === undefined ? '' : ` ${version}`} is installed${isSignedIn === false ? ', and not signed in.' : '.'}`,
    hint: help,
  }))
}

async function sandbox({ env }: Context): Promise<Finding> {
  const { available, reason } = await probeConfinement(env)
  if (available) return { about: 'sandbox', state: 'fine', text: 'Agents can be confined here.' }
  return { about: 'sandbox', state: 'unused', text: 'Agents cannot be confined here.', hint: reason }
}

async function hooks({ env }: Context): Promise<Finding[]> {
  const { hooks: found } = await openHooks()
  const faults = examine(found, env, homedir()).filter(({ isError }) => isError)
  const count = found.files.reduce((sum, file) => sum + file.hooks.length, 0)
  if (faults.length > 0) {
    return faults.map((fault) => ({
      about: 'hooks',
      state: 'fault',
      text: warningText(fault),
      hint: 'See `muster hooks doctor`.',
    }))
  }
  return [
    {
      about: 'hooks',
      state: count === 0 ? 'unused' : 'fine',
      text: `${count === 1 ? '1 hook is' : `${count} hooks are`} set here.`,
    },
  ]
}
