import type { ControlChange, ControlSettings } from '@muster/contract/controls'
import { command, type Group } from '../../command-line/command.ts'
import { usage } from '../../command-line/failure.ts'
import { fetchRows, listOptions, tellMore } from '../../command-line/listing.ts'
import { createDraft } from '../../edit-text.ts'
import { parseJson, parseObject, readJson } from '../../read-input.ts'
import { timeOf } from '../../terminal/cell.ts'
import { flatten } from '../../terminal/flatten.ts'
import type { Output } from '../../terminal/output.ts'
import type { Column } from '../../terminal/table.ts'

const get = command({
  summary: 'Show the enterprise controls in force',
  examples: [
    ['muster controls get', 'Show them'],
    ['muster controls get --json > controls.json', 'Keep them in a file, for `muster controls set`'],
  ],
  async run(_args, { out, client }) {
    const { controls } = await client()
    showControls(out, await controls.get())
  },
})

const set = command({
  summary: 'Replace the enterprise controls',
  notes:
    'The file holds the whole settings, or what `controls get --json` printed. The change is made only on top of the revision it was made for, so that nobody’s work is lost.',
  positionals: { file: { summary: 'A JSON file; - is the standard input' } },
  options: {
    revision: { type: 'text', summary: 'The revision to change (default: that of the file, else the current one)' },
  },
  examples: [
    ['muster controls set controls.json', 'From a file that `muster controls get --json` wrote'],
    ['jq .settings.cloudSessionSync=false controls.json | muster controls set -', 'With one change'],
  ],
  async run(args, { out, client }) {
    const given = revisionOf(args.revision)
    const content = parseObject(await readJson(args.file), args.file)
    const isWhole = typeof content.revision === 'number' && typeof content.settings === 'object'
    const settings = isWhole ? parseObject(content.settings, 'settings') : content
    const { controls } = await client()
    const ifMatch = given ?? (isWhole ? Number(content.revision) : (await controls.get()).revision)
    // The service validates every field and names the invalid ones.
    const change = await controls.replace(settings as ControlSettings, { ifMatch })
    if (out.json) return out.data(change)
    out.note(`The controls are now at revision ${change.revision}.`)
  },
})

const edit = command({
  summary: 'Change the enterprise controls in your editor',
  notes: 'Opens $VISUAL, $EDITOR or vi. Secrets that show as *** stay as they are.',
  examples: [['EDITOR=nano muster controls edit', 'Edit them with nano']],
  async run(_args, { out, env, client }) {
    const { controls } = await client()
    const { revision, settings } = await controls.get()
    const before = `${JSON.stringify(settings, null, 2)}\n`
    const draft = await createDraft(before, 'enterprise-controls.json', env)
    const after = await draft.edit()
    if (after.trim() === before.trim()) {
      out.note('Nothing was changed.')
      return draft.discard()
    }
    try {
      const edited = parseObject(parseJson(after, 'your text'), 'The text')
      const change = await controls.replace(edited as ControlSettings, { ifMatch: revision })
      if (out.json) out.data(change)
      else out.note(`The controls are now at revision ${change.revision}.`)
    } catch (error) {
      out.note(`Your text is kept. To send it: muster controls set ${draft.path} --revision ${revision}`)
      throw error
    }
    await draft.discard()
  },
})

type Revision = ControlChange & { readonly changed: readonly string[] | undefined }

const columns: readonly Column<Revision>[] = [
  { header: 'REVISION', value: ({ revision }) => String(revision), whole: true },
  { header: 'CHANGED', value: ({ updatedAt }) => timeOf(updatedAt) },
  { header: 'BY', value: ({ user }) => user.email || user.name },
  { header: 'SETTINGS', value: ({ changed }) => changed?.join(', ') ?? 'unknown' },
]

const history = command({
  summary: 'List the changes of the enterprise controls, newest first',
  options: listOptions,
  examples: [
    ['muster controls history', 'Who changed what, and when'],
    ['muster controls history --json -n 1', 'The newest change with the whole settings'],
  ],
  async run(args, { out, client }) {
    const { controls } = await client()
    const { rows, following } = await fetchRows(args, (page) => controls.history.items(page))
    if (out.json) return out.data(rows)
    const revisions = rows.map((row, index) => ({
      ...row,
      changed: changedSettings(row, rows[index + 1] ?? following),
    }))
    out.table(revisions, columns, 'The controls were never changed.')
    tellMore(out, rows.length, following !== undefined)
  },
})

export const controls: Group = {
  summary: 'Read and change the enterprise controls',
  commands: { get, set, edit, history },
}

function showControls(out: Output, change: ControlChange): void {
  out.details(change, [
    ['Revision', String(change.revision)],
    ['Changed', change.revision > 0 ? timeOf(change.updatedAt) : undefined],
    ['By', change.revision > 0 ? change.user.email || change.user.name : undefined],
    ...flatten(change.settings),
  ])
  if (Object.keys(change.settings).length === 0 && !out.json) out.note('Nothing is set: all defaults apply.')
}

/** The names of the settings that differ between two revisions; before revision 1, none was set. */
function changedSettings(change: ControlChange, earlier: ControlChange | undefined): string[] | undefined {
  if (!earlier && change.revision > 1) return undefined
  const before: Record<string, unknown> = { ...earlier?.settings }
  const after: Record<string, unknown> = { ...change.settings }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).toSorted()
}

function revisionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw usage('--revision takes a whole number.')
  return Number(text)
}
