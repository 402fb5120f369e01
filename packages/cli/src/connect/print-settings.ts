import type { AgentId } from '@muster/contract/agents'
import type { Context } from '../command-line/context.ts'
import { shortPath } from '../terminal/short-path.ts'
import type { SettingsHome, Wishes } from './agent.ts'
import { agents } from './agents.ts'
import { chooseKey } from './sending-key.ts'

/** Shows what to put into which file, for people who want to change it themselves. */
export async function printSettings(
  context: Context,
  name: AgentId,
  place: SettingsHome,
  options: Wishes & { readonly usesOwnKey: boolean },
): Promise<void> {
  const { out } = context
  const agent = agents[name]
  const { url } = await context.connection()
  const choice = await chooseKey(context, agent.name, options.usesOwnKey)
  const edits = await agent.edits(place, { url, key: choice.shown }, options)
  const files = edits.map(({ path, apply }) => ({ path, settings: apply(undefined) }))
  if (out.json) out.data({ agent: name, url, files })
  else out.text(files.map(({ path, settings }) => `# ${shortPath(path)}\n${settings}`).join('\n'))
  // Printing creates no key: people print settings several times, and unused keys would pile up.
  out.note(choice.note ?? 'Put a key in the place of <new-key>: muster keys create NAME --scope telemetry:write')
  out.note(agent.sends(options))
  out.note(`With --write, this is done for you. Afterwards: muster connect ${name} --check`)
}
