import { command } from '../../command-line/command.ts'
import { removeCredentials } from '../../credentials.ts'

export const logout = command({
  summary: 'Forget the stored API key',
  notes: 'The key itself stays valid; `muster keys revoke` ends it.',
  examples: [['muster logout', 'Remove the key from this machine']],
  async run(_args, { out, env }) {
    out.note((await removeCredentials()) ? 'Logged out.' : 'You were not logged in.')
    if (env.MUSTER_API_KEY) out.note('MUSTER_API_KEY is still set in your environment.')
  },
})
