import type { Role } from '@muster/contract/enumerations'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Command, commandsFor, matching } from './commands.ts'
import type { Search } from './search.ts'
import { thingsMatching, useThings } from './use-things.ts'

/** ⌘K: finds pages, actions without a page, and sessions, computers and people by name. */
export function Palette({ isOpen, onClose, role }: { isOpen: boolean; onClose: () => void; role: Role }) {
  return (
    <Dialog title="Search" isOpen={isOpen} onClose={onClose} side="top">
      <PaletteList role={role} onClose={onClose} />
    </Dialog>
  )
}

function PaletteList({ role, onClose }: { role: Role; onClose: () => void }) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const listId = useId()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const things = useThings(role)
  const found = [...matching(commandsFor(role, search), text), ...thingsMatching(things, text, matching)]
  const active = found[Math.min(index, found.length - 1)]

  useEffect(() => {
    if (active) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    if (command.run) command.run()
    else void navigate({ to: command.to, search: command.search as never, ...(command.hash && { hash: command.hash }) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setIndex((index + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') run(active)
    else return
    event.preventDefault()
  }

  return (
    <div className="flex max-h-[70dvh] flex-col">
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Icon name="search" className="text-muted" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it.
          autoFocus
          type="text"
          role="combobox"
          aria-label="Search pages, sessions, computers, people, teams, models, repositories, settings"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active)}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setIndex(0)
          }}
          onKeyDown={onKeyDown}
          placeholder="A page, session, person, team, setting …"
          className="h-12 w-full bg-transparent text-[15px] outline-none"
        />
      </div>
      <div id={listId} role="listbox" aria-label="What was found" className="overflow-y-auto p-2">
        {found.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys.
          <div
            key={command.id ?? command.name}
            id={optionId(listId, command)}
            role="option"
            tabIndex={-1}
            aria-selected={command === active}
            onClick={() => run(command)}
            onPointerMove={() => setIndex(found.indexOf(command))}
            className={`flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-[13px] ${command === active ? 'bg-accent-soft text-accent' : ''}`}
          >
            <Icon name={command.icon} className={command === active ? '' : 'text-muted'} />
            <span className="flex-1 truncate" dir="auto">
              {command.name}
            </span>
            {command.note && <span className="max-w-48 truncate text-2xs text-muted">{command.note}</span>}
            {command.keys && <span className="text-2xs text-muted">{command.keys}</span>}
          </div>
        ))}
        {found.length === 0 && <p className="px-2.5 py-6 text-center text-muted">Nothing is called that.</p>}
      </div>
    </div>
  )
}

function optionId(listId: string, command: Command): string {
  return `${listId}-${command.id ?? command.name.replace(/\W+/g, '-')}`
}
