import type { Computer } from '@muster/contract/computer'
import type { AutonomyLevel } from '@muster/contract/enumerations'
import { Link } from '@tanstack/react-router'
import { ConnectionMark } from '../../computers/connection-mark.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { AutonomyChoice } from '../autonomy-choice.tsx'
import { Composer } from '../conversation/composer.tsx'
import type { ChosenFile } from '../conversation/read-files.ts'

interface NewSessionViewProps {
  readonly computers: readonly Computer[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly computerId: string | undefined
  readonly onComputer: (computerId: string) => void
  readonly model: string
  readonly onModel: (model: string) => void
  readonly autonomyLevel: AutonomyLevel | undefined
  readonly onAutonomy: (level: AutonomyLevel) => void
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly onStart: (text: string, files: readonly ChosenFile[]) => Promise<void>
}

export function NewSessionView(props: NewSessionViewProps) {
  const { computers, computerId } = props
  return (
    <>
      <PageHeader title="New session">An agent works on a computer; you say what it shall do.</PageHeader>
      {props.error ? (
        <Failure error={props.error} retry={props.onRetry} />
      ) : computers?.length === 0 ? (
        <Card>
          <Empty
            icon="computer"
            title="There is no computer yet"
            action={
              <Link to="/computers" className={buttonClass('solid')}>
                Let this machine join
              </Link>
            }
          >
            Sessions run on computers that have joined.
          </Empty>
        </Card>
      ) : (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="order-2 space-y-4 lg:order-1">
            <Card title="Computer" isFlush>
              <fieldset className="divide-y divide-line border-t border-line">
                <legend className="sr-only">Computer</legend>
                {computers?.map((computer) => (
                  <ComputerOption
                    key={computer.id}
                    computer={computer}
                    isChosen={computer.id === computerId}
                    onChoose={() => props.onComputer(computer.id)}
                  />
                )) ?? <Skeleton className="m-4 h-24" />}
              </fieldset>
            </Card>
            <Composer
              text={props.draft}
              onText={props.onDraft}
              onSend={props.onStart}
              isBusy={false}
              placeholder="What shall the agent do?"
            />
          </div>
          <div className="order-1 space-y-4 lg:order-2">
            <Card>
              <div className="space-y-4">
                <Field
                  label="Model"
                  value={props.model}
                  maxLength={200}
                  placeholder="As the agent chooses"
                  hint="A name that the agent of the computer knows."
                  onChange={(event) => props.onModel(event.target.value)}
                />
                <AutonomyChoice value={props.autonomyLevel} onChange={props.onAutonomy} />
                <p className="text-xs text-muted">Where nothing is chosen, the organization’s defaults hold.</p>
              </div>
            </Card>
          </div>
        </div>
      )}
    </>
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
