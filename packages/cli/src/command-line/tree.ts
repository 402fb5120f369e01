import type { AnyCommand, Group } from './command.ts'

interface Entry {
  readonly summary: string
  readonly load: () => Promise<Group | AnyCommand>
}

/** All commands of `muster`. Only the modules of the named command are loaded, so that it starts fast. */
export const tree: Readonly<Record<string, Entry>> = {
  login: {
    summary: 'Store the address of the service and your API key',
    load: async () => (await import('../commands/govern/login.ts')).login,
  },
  logout: {
    summary: 'Forget the stored API key',
    load: async () => (await import('../commands/govern/logout.ts')).logout,
  },
  whoami: {
    summary: 'Show who you are, in which organization, with which role',
    load: async () => (await import('../commands/govern/whoami.ts')).whoami,
  },
  doctor: {
    summary: 'Look at everything on this machine that has to do with Muster, and say what to do',
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  usage: {
    summary: 'Show what your agents used and cost, from the history on this machine',
    load: async () => (await import('../commands/know/usage.ts')).usage,
  },
  stats: {
    summary: 'Show how the organization uses agents, beside the days before',
    load: async () => (await import('../commands/know/stats.ts')).stats,
  },
  import: {
    summary: 'Send the past use of your agents, from the history on this machine, to the service',
    load: async () => (await import('../commands/know/import.ts')).importHistory,
  },
  run: {
    summary: 'Let an agent do one thing, and print its answer',
    load: async () => (await import('../commands/run/run.ts')).run,
  },
  sessions: {
    summary: 'Work with sessions',
    load: async () => (await import('../commands/run/sessions.ts')).sessions,
  },
  messages: {
    summary: 'Read and post messages of a session',
    load: async () => (await import('../commands/run/messages.ts')).messages,
  },
  computers: {
    summary: 'Work with computers that run sessions',
    load: async () => (await import('../commands/run/computers.ts')).computers,
  },
  users: {
    summary: 'Manage the users of the organization',
    load: async () => (await import('../commands/govern/users.ts')).users,
  },
  keys: {
    summary: 'Manage API keys',
    load: async () => (await import('../commands/govern/keys.ts')).keys,
  },
  webhooks: {
    summary: 'Tell other programs what happens in sessions',
    load: async () => (await import('../commands/run/webhooks.ts')).webhooks,
  },
  connect: {
    summary: 'Let an agent on this machine report to Muster',
    load: async () => (await import('../commands/know/connect.ts')).connect,
  },
  analytics: {
    summary: 'Read costs, work, adoption and your own usage; delete usage events',
    load: async () => (await import('../commands/know/analytics.ts')).analytics,
  },
  limits: {
    summary: 'Manage the monthly credit limits of users',
    load: async () => (await import('../commands/money/limits.ts')).limits,
  },
  controls: {
    summary: 'Read and change the enterprise controls',
    load: async () => (await import('../commands/govern/controls.ts')).controls,
  },
  reports: {
    summary: 'Read and publish readiness reports',
    load: async () => (await import('../commands/prepare/reports.ts')).reports,
  },
  readiness: {
    summary: 'Evaluate how ready a repository is for agents',
    load: async () => (await import('../commands/prepare/readiness.ts')).readiness,
  },
  audit: {
    summary: 'List the changes in the organization',
    load: async () => (await import('../commands/govern/audit.ts')).audit,
  },
  hooks: {
    summary: 'Run your commands when something happens in a session',
    load: async () => (await import('../commands/hook/hooks.ts')).hooks,
  },
  mcp: {
    summary: 'Let an agent ask Muster, over the Model Context Protocol',
    load: async () => (await import('../commands/mcp.ts')).mcp,
  },
  api: {
    summary: 'Make any call to the API',
    load: async () => (await import('../commands/api.ts')).api,
  },
  completion: {
    summary: 'Print a completion script for your shell',
    load: async () => (await import('../commands/completion.ts')).completion,
  },
}

export function isGroup(node: Group | AnyCommand): node is Group {
  return 'commands' in node
}
