import { defaultableSettings, type SessionSettingsInput } from '@muster/contract/session'
import type { Option } from './command-line/command.ts'
import { looseJson, parsePair } from './read-input.ts'

type SettingName = keyof typeof defaultableSettings

const summaries: Readonly<Record<SettingName, string>> = {
  model: 'Model id',
  reasoningEffort: 'Reasoning effort',
  interactionMode: 'Interaction mode',
  autonomyLevel: 'How much the agent may do without asking',
  autonomyMode: 'Autonomy mode',
  specModeModel: 'Model id for specification mode',
  specModeReasoningEffort: 'Reasoning effort in specification mode',
}

/** One option for each setting of the contract, with its values as choices. */
const namedOptions = Object.fromEntries(
  Object.entries(defaultableSettings).map(([name, schema]): [string, Option] => {
    const choices = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum.map(String) : undefined
    return [name, { type: 'text', summary: summaries[name as SettingName], ...(choices && { choices }) }]
  }),
) as Record<SettingName, Option>

/** The options for settings on create and update. */
export const settingOptions = {
  ...namedOptions,
  tag: { type: 'list', summary: 'A tag by name; repeat it for more' },
  enableTool: { type: 'list', summary: 'Id of a tool to enable; repeat it for more' },
  disableTool: { type: 'list', summary: 'Id of a tool to disable; repeat it for more' },
  set: { type: 'list', value: 'key=json', summary: 'Any other setting; repeat it for more' },
} as const

type SettingArgs = Readonly<Record<SettingName, string | undefined>> &
  Readonly<Record<'tag' | 'enableTool' | 'disableTool' | 'set', readonly string[]>>

/** `undefined` if no setting was given, so that nothing is sent. */
export function settingsOf(args: SettingArgs): SessionSettingsInput | undefined {
  const settings: Record<string, unknown> = {}
  for (const name of Object.keys(defaultableSettings) as SettingName[]) {
    if (args[name] !== undefined) settings[name] = args[name]
  }
  if (args.tag.length > 0) settings.tags = args.tag.map((name) => ({ name }))
  if (args.enableTool.length > 0) settings.enabledToolIds = args.enableTool
  if (args.disableTool.length > 0) settings.disabledToolIds = args.disableTool
  for (const pair of args.set) {
    const [key, value] = parsePair(pair, '--set')
    settings[key] = looseJson(value)
  }
  // The service validates the values and names an invalid field.
  return Object.keys(settings).length > 0 ? (settings as SessionSettingsInput) : undefined
}
