import type { Role } from './enumerations.ts'

/** Repeated here because browsers import this file, and need nothing else from the enumerations. */
const roles: readonly Role[] = ['owner', 'manager', 'member', 'guest']

const maxInvitations = 5000

/** A person on a list of people to invite. */
export interface ListedPerson {
  /** Counted from 1. */
  readonly line: number
  readonly email: string
  readonly role: Role
  readonly firstName?: string
  readonly lastName?: string
  readonly team?: string
}

export interface ListFault {
  readonly line: number
  readonly message: string
}

interface InvitationList {
  readonly people: readonly ListedPerson[]
  readonly faults: readonly ListFault[]
}

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/**
 * Reads a list of people, one per line: `email, role, first name, last name, team`. Only the e-mail is required;
 * commas, semicolons or tabs separate. Ignores empty lines, lines that begin with `#`, and a first line with headings.
 */
export function parseInvitations(text: string): InvitationList {
  const people: ListedPerson[] = []
  const faults: ListFault[] = []
  const seen = new Map<string, number>()
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    const cells = content.split(/[,;\t]/).map((cell) => cell.trim())
    if (cells.every((cell) => cell === '') || content.trimStart().startsWith('#')) continue
    if (people.length === 0 && faults.length === 0 && /^e-?mail$/i.test(cells[0] ?? '')) continue
    const read = readPerson(line, cells)
    const earlier = 'email' in read ? seen.get(read.email.toLowerCase()) : undefined
    if (earlier !== undefined) faults.push({ line, message: `is the same person as line ${earlier}` })
    else if ('message' in read) faults.push(read)
    else {
      seen.set(read.email.toLowerCase(), line)
      people.push(read)
    }
  }
  if (people.length > maxInvitations) {
    const line = people[maxInvitations]?.line ?? 1
    faults.push({ line, message: `is one person too many: a list has ${maxInvitations} people at the most` })
  }
  return { people, faults }
}

function readPerson(line: number, cells: readonly string[]): ListedPerson | ListFault {
  const [email = '', role = '', firstName = '', lastName = '', team = '', ...more] = cells
  if (email.length > 254 || !emailPattern.test(email)) {
    return { line, message: `needs an e-mail address at its beginning, not ${quoted(email)}` }
  }
  const known = role === '' ? 'member' : roles.find((each) => each === role.toLowerCase())
  if (!known) return { line, message: `has the role ${quoted(role)}; there are ${roles.join(', ')}` }
  if (more.some((cell) => cell !== '')) {
    return { line, message: 'has too many parts: it is e-mail, role, first name, last name, team' }
  }
  if ([firstName, lastName, team].some((part) => part.length > 100)) {
    return { line, message: 'has a name of more than 100 characters' }
  }
  return {
    line,
    email,
    role: known,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(team && { team }),
  }
}

function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
}
