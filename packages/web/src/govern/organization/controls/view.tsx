import { type ControlChange, ControlSettings } from '@muster/contract/controls'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { ago } from '../../../ui/time.ts'
import { DifferenceList } from './difference-list.tsx'
import { SchemaField } from './schema-field.tsx'
import { type Difference, type FormSchema, kindOf } from './schema-form.ts'
import { anchorOf, SectionLinks } from './section-links.tsx'
import { sections } from './sections.ts'

interface ControlsViewProps {
  /** The revision from which the form started. */
  readonly change: ControlChange | undefined
  readonly settings: Readonly<Record<string, unknown>>
  readonly own: readonly Difference[]
  /** What another person saved meanwhile. */
  readonly theirs: { readonly change: ControlChange; readonly differences: readonly Difference[] } | undefined
  readonly isReadOnly: boolean
  readonly isReviewing: boolean
  readonly saveError: unknown
  readonly error: unknown
  readonly onRetry: () => void
  readonly onChange: (path: readonly string[], value: unknown) => void
  readonly onDiscard: () => void
  readonly onReview: (isOpen: boolean) => void
  readonly onRebase: () => void
  readonly onSave: () => void
}

const schemas = (ControlSettings as FormSchema).properties ?? {}
const parts = sections(Object.keys(schemas))
const isWide = (name: string) => ['group', 'json'].includes(kindOf(schemas[name] ?? {}))

export function ControlsView(props: ControlsViewProps) {
  const { change, settings, own, theirs, isReadOnly, error } = props
  const isLoaded = change !== undefined
  // A link to one setting: the browser looked for it before it was there.
  useEffect(() => {
    if (isLoaded) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  return (
    <>
      <PageHeader
        title="Controls"
        className="max-w-4xl"
        actions={
          <Link to="/organization/controls/history" className={buttonClass()}>
            History
          </Link>
        }
      >
        {change &&
          (change.revision === 0
            ? 'Nothing is set yet.'
            : `Revision ${change.revision}, ${ago(change.updatedAt)} by ${change.user.name || change.user.email}.`)}
        {isReadOnly && ' Only owners can change them.'}
      </PageHeader>
      {error ? (
        <Failure error={error} retry={props.onRetry} />
      ) : !change ? (
        <Skeleton className="h-[60vh]" />
      ) : (
        <div className="gap-8 xl:flex">
          <form
            className="grid max-w-4xl flex-1 gap-4 pb-20"
            onSubmit={(event) => {
              event.preventDefault()
              props.onReview(true)
            }}
          >
            {theirs && <Conflict {...theirs} onRebase={props.onRebase} />}
            {parts.map(([title, names]) => (
              <Card key={title} id={anchorOf(title)} title={title} className="scroll-mt-16">
                <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
                  {names.map((name) => (
                    <div key={name} id={name} className={`scroll-mt-16 ${isWide(name) ? 'col-span-full' : ''}`}>
                      <SchemaField
                        schema={schemas[name] ?? {}}
                        path={[name]}
                        settings={settings}
                        isReadOnly={isReadOnly}
                        onChange={props.onChange}
                      />
                    </div>
                  ))}
                </div>
              </Card>
            ))}
            {own.length > 0 && (
              <div className="card sticky bottom-4 flex flex-wrap items-center gap-2 px-4 py-2.5 shadow-pop">
                <p role="status" className="flex-1 text-[13px]">
                  {own.length === 1 ? '1 change' : `${own.length} changes`}, not saved yet
                </p>
                <Button onClick={props.onDiscard}>Discard</Button>
                <Button type="submit" look="solid" disabled={theirs !== undefined}>
                  Review and save
                </Button>
              </div>
            )}
          </form>
          <SectionLinks titles={parts.map(([title]) => title)} />
        </div>
      )}
      <Dialog title="What changes" isOpen={props.isReviewing} onClose={() => props.onReview(false)}>
        <DifferenceList differences={own} />
        {props.saveError !== undefined && <Failure error={props.saveError} />}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => props.onReview(false)}>Back</Button>
          <Button look="solid" onClick={props.onSave}>
            Save
          </Button>
        </div>
      </Dialog>
    </>
  )
}

interface ConflictProps {
  readonly change: ControlChange
  readonly differences: readonly Difference[]
  readonly onRebase: () => void
}

function Conflict({ change, differences, onRebase }: ConflictProps) {
  return (
    <div role="alert" className="rounded-card border border-line bg-warn-soft px-4 py-3">
      <p className="font-medium">
        {change.user.name || change.user.email} changed the controls while you were at it (revision {change.revision}).
      </p>
      <p className="text-muted">Nothing of yours is lost, and nothing is saved yet. They changed this:</p>
      <DifferenceList differences={differences} />
      <Button className="mt-2" onClick={onRebase}>
        Put my changes on top of theirs
      </Button>
    </div>
  )
}
