import { parseInvitations } from '@muster/contract/invitation-list'
import type { Invitation } from '@muster/contract/sign-in-link'
import { isMusterError } from '@muster/sdk'
import { type FormEvent, useMemo, useState } from 'react'
import { api } from '../../../app/api.ts'
import { csvOf } from '../../../charts/data-table.ts'
import { saveFile } from '../../../charts/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { exact } from '../../../ui/numbers.ts'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { Failure } from '../../../ui/states.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useDraft } from '../../../ui/use-draft.ts'

/** Faults above this number are only counted, and listed once these are corrected. */
const shownFaults = 20
const shownLinks = 20

/** Invites a pasted list of people. Faults are listed by line; each person gets a link. */
export function InvitePeople({ onInvited }: { onInvited: () => void }) {
  const [text, setText] = useDraft('invitations')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const [invitations, setInvitations] = useState<readonly Invitation[] | undefined>()
  const { people, faults } = useMemo(() => parseInvitations(text), [text])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const answer = await api.users.invitePeople({ list: text })
      setInvitations(answer.invitations)
      setText('')
      onInvited()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  if (invitations) return <Invited invitations={invitations} />
  const told = faults.map(({ line, message }) => `Line ${line} ${message}.`)
  const refused = isMusterError(error) ? (error.errors ?? []).map(({ path, message }) => `${path} ${message}.`) : []
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <TextArea
        label="People, one a line"
        hint="E-mail, role, first name, last name, team. All but the e-mail may be left out; without a role it is a member."
        placeholder={'ada@example.org\nlin@example.org, manager, Lin, Sato, payments'}
        rows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      {told.length > 0 && <Faults title="These lines need a look" faults={told} />}
      {refused.length > 0 ? (
        <Faults title="Nobody was invited" faults={refused} />
      ) : (
        error !== undefined && <Failure error={error} />
      )}
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="tabular text-[13px] text-muted">
          {people.length > 0 && `${exact(people.length)} ${people.length === 1 ? 'person' : 'people'}`}
        </p>
        <Button type="submit" look="solid" disabled={isBusy || people.length === 0 || faults.length > 0}>
          {isBusy ? 'Inviting …' : 'Invite'}
        </Button>
      </div>
    </form>
  )
}

function Faults({ title, faults }: { title: string; faults: readonly string[] }) {
  return (
    <div role="alert" className="rounded-card border border-line bg-bad-soft px-4 py-3 text-[13px]">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 space-y-0.5">
        {faults.slice(0, shownFaults).map((fault) => (
          <li key={fault} className="break-words">
            {fault}
          </li>
        ))}
      </ul>
      {faults.length > shownFaults && <p className="mt-1 text-muted">And {exact(faults.length - shownFaults)} more.</p>}
    </div>
  )
}

function Invited({ invitations }: { invitations: readonly Invitation[] }) {
  const save = () => {
    const rows = invitations.map(({ user, url, expiresAt }) => [user.email, url, expiresAt])
    saveFile('invitations.csv', 'text/csv', csvOf({ columns: ['E-mail', 'Link', 'Works until'], rows }))
  }
  return (
    <div className="space-y-4">
      <p role="status">
        {exact(invitations.length)} {invitations.length === 1 ? 'person is' : 'people are'} invited. Hand each their
        link: it works once, for a week, and is shown only now.
      </p>
      <Button icon="download" onClick={save}>
        Save all links as CSV
      </Button>
      {invitations.slice(0, shownLinks).map(({ user, url }) => (
        <ShownOnce key={user.id} label={user.email} text={url} />
      ))}
      {invitations.length > shownLinks && (
        <p className="text-muted">The other {exact(invitations.length - shownLinks)} are in the file.</p>
      )}
    </div>
  )
}
