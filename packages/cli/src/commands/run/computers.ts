import type { Computer } from '@muster/contract/computer'
import { command, type Group } from '../../command-line/command.ts'
import { exitCodes, Failure } from '../../command-line/failure.ts'
import { listOptions, tellMore, wantedCount } from '../../command-line/listing.ts'
import { computerIdOf, getComputer } from '../../find-computer.ts'
import { statusColor, timeOf } from '../../terminal/cell.ts'
import { confirm } from '../../terminal/prompt.ts'
import type { Column } from '../../terminal/table.ts'
import { doctor } from './computers/doctor.ts'
import { installService } from './computers/install-service.ts'
import { join } from './computers/join.ts'
import { leave } from './computers/leave.ts'
import { logs } from './computers/logs.ts'
import { status } from './computers/status.ts'

const columns: readonly Column<Computer>[] = [
  { header: 'ID', value: (computer) => computer.id, whole: true },
  { header: 'NAME', value: (computer) => computer.name },
  { header: 'STATUS', value: standing, color: (computer) => statusColor(standing(computer)), whole: true },
  { header: 'KIND', value: (computer) => computer.providerType, whole: true, dropOrder: 2 },
  { header: 'ACCESS', value: (computer) => computer.access, dropOrder: 4 },
  { header: 'HOST', value: (computer) => computer.hostname, dropOrder: 1 },
  { header: 'CREATED', value: (computer) => timeOf(computer.createdAt), dropOrder: 3 },
]

/** Whether it can run work now. */
function standing({ status, isConnected, note }: Computer): string | undefined {
  if (note !== undefined) return status === 'active' ? 'cut off' : 'not started'
  return status === 'active' && isConnected === false ? 'offline' : status
}

const which = { summary: 'Name or id of the computer' } as const

const list = command({
  summary: 'List computers, newest first',
  options: listOptions,
  examples: [['muster computers list', 'The newest 20 computers']],
  async run(args, { out, client }) {
    const count = wantedCount(args)
    const { computers } = await (await client()).computers.list()
    const rows = computers.slice(0, count)
    out.table(rows, columns, 'There are no computers.')
    tellMore(out, rows.length, computers.length > rows.length)
  },
})

const get = command({
  summary: 'Show a computer',
  positionals: { computer: which },
  examples: [['muster computers get build-1', 'Show a computer by its name']],
  async run(args, { out, client }) {
    const computer = await getComputer(await client(), args.computer)
    out.details(computer, [
      ['Name', computer.name],
      ['Status', computer.status],
      ['Note', computer.note],
      ['Kind', computer.providerType],
      ['Access', computer.access],
      ['Highest level', computer.maxAutonomyLevel],
      ['Id', computer.id],
      ['Host', computer.hostname],
      ['Remote user', computer.remoteUser],
      ['Confined', confinementText(computer)],
      ['Created', timeOf(computer.createdAt)],
      ['Relay (client)', computer.relayClientUrl],
      ['Relay (agent)', computer.relayAgentUrl],
      ...(computer.provisioningSteps ?? []).map(
        (step) => [`Step ${step.id}`, [step.status, step.error].filter(Boolean).join(': ')] as const,
      ),
    ])
  },
})

function confinementText({ confinement }: Computer): string | undefined {
  if (!confinement) return undefined
  return confinement.isConfined ? 'yes' : ['no', confinement.reason].filter(Boolean).join(': ')
}

const register = command({
  summary: 'Register a computer and print its credential',
  notes:
    'The computer connects with the credential, which is printed this once. A managed computer that the service runs itself needs none.',
  positionals: { name: { summary: 'A name that no other computer has' } },
  options: {
    managed: { type: 'flag', summary: 'A computer that the organization runs for all (owners and managers)' },
    hostname: { type: 'text', summary: 'Its host name' },
    remoteUser: { type: 'text', summary: 'The user that agents run as' },
  },
  examples: [['muster computers register build-1 > credential.txt', 'Register, and keep the credential in a file']],
  async run(args, { out, client }) {
    const { computers, controls } = await client()
    if (args.managed && args.hostname === undefined && !(await controls.get()).settings.managedComputersEnabled) {
      throw new Failure(
        'The organization has not switched managed computers on, so nobody would run this one.',
        exitCodes.notAllowed,
        'An owner sets managedComputersEnabled to true: `muster controls edit`. For a machine that you run yourselves, say which: --hostname NAME.',
      )
    }
    const computer = await computers.register({
      name: args.name,
      provider: args.managed ? 'managed' : 'byom',
      hostname: args.hostname,
      remoteUser: args.remoteUser,
    })
    out.created(computer, computer.credential)
    const isMadeByService = computer.provisioningSteps?.[0]?.status !== 'completed'
    out.note(
      isMadeByService
        ? `Registered ${computer.name} (${computer.id}). The service sets it up; \`muster computers get ${computer.name}\` shows how far it is.`
        : `Registered ${computer.name} (${computer.id}). Keep its credential now: it is not shown again. The computer itself runs \`muster computers join --credential-file FILE\`.`,
    )
  },
})

const rename = command({
  summary: 'Rename a computer',
  positionals: { computer: which, name: { summary: 'The new name' } },
  examples: [['muster computers rename build-1 build-eu-1', 'Give it another name']],
  async run(args, { out, client }) {
    const muster = await client()
    const computerId = await computerIdOf(muster, args.computer)
    const computer = await muster.computers.update({ computerId, name: args.name })
    if (out.json) return out.data(computer)
    out.note(`Renamed ${args.computer} to ${computer.name}.`)
  },
})

const remove = command({
  summary: 'Remove a computer',
  notes: 'Its sessions stay and can be continued on another computer. Work that was waiting for it ends.',
  positionals: { computer: which },
  options: { yes: { type: 'flag', short: 'y', summary: 'Do not ask' } },
  examples: [['muster computers remove build-1', 'Remove it, after a question']],
  async run(args, { out, client }) {
    const muster = await client()
    const computer = await getComputer(muster, args.computer)
    await confirm(`Remove computer ${computer.name}? Work that waits for it ends.`, args.yes)
    await muster.computers.remove({ computerId: computer.id })
    out.note(`Removed ${computer.name}.`)
  },
})

export const computers: Group = {
  summary: 'Work with computers that run sessions',
  commands: {
    join,
    leave,
    status,
    logs,
    doctor,
    'install-service': installService,
    list,
    get,
    register,
    rename,
    remove,
  },
}
