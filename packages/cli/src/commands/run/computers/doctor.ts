import { homedir } from 'node:os'
import { type Detected, detect } from '@muster/computer/agent/detect'
import { presets } from '@muster/computer/agent/presets'
import { probeConfinement } from '@muster/computer/sandbox/probe'
import { command } from '../../../command-line/command.ts'
import type { Column } from '../../../terminal/table.ts'

const columns: readonly Column<Detected>[] = [
  { header: 'AGENT', value: ({ id }) => id, whole: true },
  { header: 'NAME', value: ({ title }) => title, dropOrder: 2 },
  { header: 'VERSION', value: ({ version, isInstalled }) => version ?? (isInstalled ? 'unknown' : 'not installed') },
  { header: 'TESTED', value: ({ isTested }) => yesOrNo(isTested), dropOrder: 1 },
  { header: 'SIGNED IN', value: ({ isSignedIn }) => yesOrNo(isSignedIn) },
]

export const doctor = command({
  summary: 'Show which agents this machine can run, and whether it can confine them',
  notes: 'Looks at the version of each agent that is installed, and for signs that somebody has signed in.',
  examples: [['muster computers doctor', 'Look at this machine']],
  async run(_args, { out, env }) {
    const [agents, confinement] = await Promise.all([
      Promise.all(presets.map((preset) => detect(preset, env, homedir()))),
      probeConfinement(env),
    ])
    if (out.json) return out.data({ agents, confinement })
    out.table(agents, columns, 'No agent is known.')
    // Commands are meant to be copied, so they are never truncated to a column.
    for (const { title, help } of agents) if (help) out.text(`${title}: ${help}`)
    for (const { title, unasked } of agents) if (unasked) out.text(`At every level, ${title} ${unasked}.`)
    out.text(
      confinement.available
        ? 'Agents can be confined here.'
        : `Agents cannot be confined here. ${confinement.reason ?? ''}`.trim(),
    )
  },
})

function yesOrNo(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : value ? 'yes' : 'no'
}
