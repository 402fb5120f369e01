import { command } from '../../command-line/command.ts'
import { timeOf } from '../../terminal/cell.ts'

export const whoami = command({
  summary: 'Show who you are, in which organization, with which role',
  examples: [
    ['muster whoami', 'Show it'],
    ['muster whoami --json', 'The same, for a program'],
  ],
  async run(_args, context) {
    const client = await context.client()
    const me = await client.organization.me()
    const { user, organization, scopes } = me
    const { url } = await context.connection()
    context.out.details(me, [
      ['E-mail', user.email],
      ['Name', [user.firstName, user.lastName].filter(Boolean).join(' ')],
      ['Role', user.role],
      ['User id', user.id],
      ['Organization', organization.name],
      ['Member since', timeOf(user.createdAt)],
      ['Key may', scopes ? scopes.join(', ') : 'all that its user may'],
      ['Service', url],
    ])
  },
})
