import { roles } from '@muster/contract/enumerations'
import type { OrganizationUser } from '@muster/contract/organization'
import { command, type Group } from '../../command-line/command.ts'
import { listOptions, showList } from '../../command-line/listing.ts'
import { getUser, userIdOf } from '../../find-user.ts'
import { readInput } from '../../read-input.ts'
import { timeOf } from '../../terminal/cell.ts'
import { confirm } from '../../terminal/prompt.ts'
import type { Column } from '../../terminal/table.ts'

const nameOf = (user: OrganizationUser) => [user.firstName, user.lastName].filter(Boolean).join(' ')

const columns: readonly Column<OrganizationUser>[] = [
  { header: 'ID', value: (user) => user.id, whole: true },
  { header: 'E-MAIL', value: (user) => user.email },
  { header: 'ROLE', value: (user) => user.role, whole: true },
  { header: 'NAME', value: nameOf, dropOrder: 2 },
  { header: 'LAST SIGN-IN', value: (user) => timeOf(user.lastSignInAt), dropOrder: 1 },
  { header: 'JOINED', value: (user) => timeOf(user.createdAt), dropOrder: 3 },
]

const who = { summary: 'E-mail or id of the user' } as const

const list = command({
  summary: 'List the users of the organization, oldest first',
  options: listOptions,
  examples: [
    ['muster users list', 'The first 20 users'],
    ['muster users list --all --json', 'Everybody, for a program'],
  ],
  async run(args, { out, client }) {
    const { users } = await client()
    await showList(out, args, columns, 'users', (page) => users.list.items(page))
  },
})

const invite = command({
  summary: 'Add a user to the organization',
  positionals: { email: { summary: 'E-mail address of the user' } },
  options: {
    role: { type: 'text', choices: roles, summary: 'What the user may do (default: member)' },
    firstName: { type: 'text', summary: 'First name' },
    lastName: { type: 'text', summary: 'Last name' },
  },
  examples: [
    ['muster users invite ada@example.org', 'A member'],
    ['muster users invite ada@example.org --role manager --first-name Ada', 'A manager, with a name'],
  ],
  async run({ email, role = 'member', firstName, lastName }, { out, client }) {
    const { users } = await client()
    const user = await users.invite({ email, role, firstName, lastName })
    out.created(user, user.id)
    out.note(`Added ${user.email} as ${user.role}. \`muster users link ${user.email}\` makes a link to sign in with.`)
  },
})

const inviteList = command({
  summary: 'Invite everybody on a list, each by a link',
  notes:
    'One person a line: e-mail, role, first name, last name, team. All but the e-mail may be left out. If a line has a fault, nobody is invited, and every such line is named.',
  positionals: { file: { summary: 'File with the list; - for the standard input' } },
  examples: [
    ['muster users invite-list people.txt', 'Prints a link for each'],
    ['muster users invite-list people.txt --json > links.json', 'Keeps them'],
  ],
  async run({ file }, { out, client }) {
    const { users } = await client()
    const { invitations } = await users.invitePeople({ list: await readInput(file) })
    if (out.json) return out.data(invitations)
    out.text(invitations.map(({ user, url }) => `${user.email}\t${url}`).join('\n'))
    out.note(`Invited ${invitations.length}. Hand each their link: it works once, for a week, and is shown only here.`)
  },
})

const link = command({
  summary: 'Make a link that invites a user, or resets their password',
  positionals: { user: who },
  options: { reset: { type: 'flag', summary: 'For somebody who lost the password; it works for a day' } },
  examples: [
    ['muster users link ada@example.org', 'An invitation, to hand over'],
    ['muster users link ada@example.org --reset', 'A new password'],
  ],
  async run(args, { out, client }) {
    const muster = await client()
    const userId = await userIdOf(muster, args.user)
    const made = await muster.users.createLink({ userId, purpose: args.reset ? 'password-reset' : 'invitation' })
    if (out.json) return out.data(made)
    out.text(made.url)
    out.note('It works once, and is shown only here. Whoever opens it first chooses the password.')
  },
})

const role = command({
  summary: 'Change the role of a user',
  positionals: { user: who, role: { summary: 'The new role', choices: roles } },
  examples: [['muster users role ada@example.org owner', 'Make somebody an owner']],
  async run(args, { out, client }) {
    const muster = await client()
    const user = await muster.users.update({ userId: await userIdOf(muster, args.user), role: args.role })
    if (out.json) return out.data(user)
    out.note(`${user.email} is now ${user.role}.`)
  },
})

const remove = command({
  summary: 'Remove a user and revoke their keys',
  positionals: { user: who },
  options: { yes: { type: 'flag', short: 'y', summary: 'Do not ask' } },
  examples: [['muster users remove ada@example.org', 'Remove somebody, after a question']],
  async run(args, { out, client }) {
    const muster = await client()
    const user = await getUser(muster, args.user)
    await confirm(`Remove ${user.email} (${user.role}) and revoke all their keys?`, args.yes)
    await muster.users.remove({ userId: user.id })
    out.note(`Removed ${user.email}.`)
  },
})

export const users: Group = {
  summary: 'Manage the users of the organization',
  commands: { list, invite, 'invite-list': inviteList, link, role, remove },
}
