import type { Computer } from '@muster/contract/computer'
import type { AutonomyLevel } from '@muster/contract/enumerations'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Empty, Failure } from '../../../ui/states.tsx'
import { AutonomyChoice } from '../autonomy-choice.tsx'
import type { ChosenFile } from '../conversation/chosen-file.ts'
import { Composer } from '../conversation/composer.tsx'
import { ComputerChoice } from './computer-choice.tsx'

interface NewSessionViewProps {
  readonly computers: readonly Computer[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly computerId: string | undefined
  readonly onComputer: (computerId: string) => void
  readonly model: string
  readonly onModel: (model: string) => void
  /** Models of earlier sessions. */
  readonly usedModels: readonly string[]
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
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-4">
            <Composer
              text={props.draft}
              onText={props.onDraft}
              onSend={props.onStart}
              isBusy={false}
              placeholder="What shall the agent do?"
            />
            <ComputerChoice computers={computers} computerId={computerId} onComputer={props.onComputer} />
          </div>
          <div>
            <Card>
              <div className="space-y-4">
                <Field
                  label="Model"
                  value={props.model}
                  maxLength={200}
                  placeholder="As the agent chooses"
                  hint="A name that the agent of the computer knows. Names that you used before are offered."
                  list="models-used"
                  onChange={(event) => props.onModel(event.target.value)}
                />
                <datalist id="models-used">
                  {props.usedModels.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
                <AutonomyChoice value={props.autonomyLevel} onChange={props.onAutonomy} />
                <p className="text-xs text-muted">
                  Where nothing is chosen, the organization’s defaults hold. Agent and folder are those of the computer.
                </p>
              </div>
            </Card>
          </div>
        </div>
      )}
    </>
  )
}
