import type { Role } from '@muster/contract/enumerations'
import type { OrganizationUser } from '@muster/contract/organization'
import { type FormEvent, useState } from 'react'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Failure } from '../../../ui/states.tsx'
import { teamOf } from './filter-people.ts'

const roleOptions = [
  ['owner', 'Owner: everything'],
  ['manager', 'Manager: sees everything, sets limits'],
  ['member', 'Member: works with agents'],
  ['guest', 'Guest: reads readiness'],
] as const

export function EditPerson({ person, onSaved }: { person: OrganizationUser; onSaved: () => void }) {
  const [role, setRole] = useState<Role>(person.role)
  const [firstName, setFirstName] = useState(person.firstName ?? '')
  const [lastName, setLastName] = useState(person.lastName ?? '')
  const [team, setTeam] = useState(teamOf(person))
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { team: _, ...others } = person.metadata
    await api.users
      .update({
        userId: person.id,
        role,
        ...(firstName && { firstName }),
        ...(lastName && { lastName }),
        metadata: team.trim() === '' ? others : { ...others, team: team.trim() },
      })
      .then(onSaved, setError)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <p className="break-words text-muted">{person.email}</p>
      <Select
        label="Role"
        options={roleOptions}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="First name"
          maxLength={100}
          value={firstName}
          onChange={(event) => setFirstName(event.target.value)}
        />
        <Field
          label="Last name"
          maxLength={100}
          value={lastName}
          onChange={(event) => setLastName(event.target.value)}
        />
      </div>
      <Field
        label="Team"
        maxLength={100}
        hint="Analytics tells costs and adoption by team."
        value={team}
        onChange={(event) => setTeam(event.target.value)}
      />
      {error !== undefined && <Failure error={error} />}
      <div className="flex justify-end">
        <Button type="submit" look="solid">
          Save
        </Button>
      </div>
    </form>
  )
}
