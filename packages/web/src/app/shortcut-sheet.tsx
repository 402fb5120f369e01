import type { Role } from '@muster/contract/enumerations'
import { Dialog } from '../ui/dialog.tsx'
import { pages } from './pages.ts'

const general: readonly (readonly [string, string])[] = [
  ['⌘ K', 'Search pages, sessions, computers, people (Ctrl K elsewhere)'],
  ['?', 'This sheet'],
  ['/', 'To the search field of the page'],
  ['[ ]', 'One range earlier, one later'],
  ['← →', 'In a chart: one day earlier, one later'],
  ['J K', 'In the list of sessions: the next, the one before'],
  ['P', 'In the list of sessions: look into it'],
  ['Enter', 'In a conversation: send; with Shift a new line'],
  ['Esc', 'Close'],
]

export function ShortcutSheet({ isOpen, onClose, role }: { isOpen: boolean; onClose: () => void; role: Role }) {
  const places = pages.flatMap(({ menu, roles }) =>
    menu?.key && roles.includes(role) ? [[`G ${menu.key.toUpperCase()}`, menu.label] as const] : [],
  )
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <Shortcuts rows={general} />
      <h3 className="mt-5 mb-1 text-xs font-medium text-muted">Go to</h3>
      <Shortcuts rows={places} />
    </Dialog>
  )
}

function Shortcuts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="divide-y divide-line">
      {rows.map(([keys, meaning]) => (
        <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
          <dt className="text-[13px]">{meaning}</dt>
          <dd className="flex gap-1">
            {keys.split(' ').map((key) => (
              <kbd
                key={key}
                className="min-w-6 rounded border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans text-xs"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
