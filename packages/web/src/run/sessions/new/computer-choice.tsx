import type { Computer } from '@muster/contract/computer'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { ConnectionMark } from '../../computers/connection-mark.tsx'

interface ComputerChoiceProps {
  readonly computers: readonly Computer[] | undefined
  readonly computerId: string | undefined
  readonly onComputer: (computerId: string) => void
}

/** Computers that can start at once come first; the others are folded, because a session would wait for them. */
export function ComputerChoice({ computers, computerId, onComputer }: ComputerChoiceProps) {
  const connected = computers?.filter(({ isConnected }) => isConnected) ?? []
  const others = computers?.filter(({ isConnected }) => !isConnected) ?? []
  const option = (computer: Computer) => (
    <ComputerOption
      key={computer.id}
      computer={computer}
      isChosen={computer.id === computerId}
      onChoose={() => onComputer(computer.id)}
    />
  )
  const isOpen = connected.length === 0 || others.some(({ id }) => id === computerId)
  return (
    <Card title="Computer" isFlush>
      <fieldset className="min-w-0 border-t border-line">
        <legend className="sr-only">Computer</legend>
        {!computers && <Skeleton className="m-4 h-24" />}
        <div className="divide-y divide-line">{connected.map(option)}</div>
        {others.length > 0 && (
          <details open={isOpen} className="border-line not-first:border-t">
            <summary className="cursor-pointer px-4 py-2.5 text-xs text-muted hover:bg-hover">
              {others.length === 1 ? '1 computer is' : `${others.length} computers are`} not connected; a session waits
              until its computer is
            </summary>
            <div className="divide-y divide-line border-t border-line">{others.map(option)}</div>
          </details>
        )}
      </fieldset>
    </Card>
  )
}

interface ComputerOptionProps {
  readonly computer: Computer
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function ComputerOption({ computer, isChosen, onChoose }: ComputerOptionProps) {
  const { name, agents = [], folder } = computer
  return (
    <label className="flex cursor-pointer items-center gap-3 px-4 py-2.5 hover:bg-hover has-checked:bg-accent-soft">
      <input
        type="radio"
        name="computer"
        checked={isChosen}
        onChange={onChoose}
        className="accent-(--color-accent-solid)"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[13px] font-medium" dir="auto">
          {name}
        </span>
        <span className="block truncate text-xs text-muted">
          {agents.map(({ title }) => title).join(', ') || 'agent not known yet'}
          {folder && ` in ${folder}`}
        </span>
      </span>
      <ConnectionMark computer={computer} />
    </label>
  )
}
