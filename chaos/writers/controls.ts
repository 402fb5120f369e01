import { allOf } from './messages.ts'
import { request, type World, type Writer } from './writer.ts'

const pauseMs = 150

/** Without it, the service would stop the computers that it runs. */
export const managedComputers = { managedComputersEnabled: true }

/** Changes the controls. Revisions have no gaps, none that was answered is lost, and each has one audit entry. */
export function controlWriter(world: World): Writer {
  const acknowledged = new Map<number, number>()
  return {
    name: 'controls',
    async work() {
      for (let step = 1; !world.isOver(); step++) {
        const number = step / 1000
        const body = { modelMultipliers: { house: number }, ...managedComputers }
        const answer = await request(world, 'PUT', '/api/v0/organization/enterprise-controls', { body })
        if (answer && answer.status !== 200) world.problem(`controls were answered with ${answer.status}`)
        if (answer?.status === 200) {
          acknowledged.set(answer.json.revision, number)
          world.count('revisions of controls acknowledged')
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    },
    async check() {
      const history = await allOf(world, '/api/v0/organization/enterprise-controls/history', 'changes')
      const revisions = history.map(({ revision }) => Number(revision)).sort((a, b) => a - b)
      if (revisions.some((revision, index) => revision !== index + 1)) {
        world.problem(`revisions of the controls have gaps: ${revisions.slice(0, 20).join()} …`)
      }
      for (const [revision, number] of acknowledged) {
        const found = history.find((one) => one.revision === revision)
        if (!JSON.stringify(found ?? {}).includes(`"house":${number}}`)) {
          world.problem(`revision ${revision} of the controls is not what was set`)
        }
      }
      const entries = await allOf(world, '/api/v0/organization/audit-log?action=controls.replace', 'entries')
      if (entries.length !== revisions.length) {
        world.problem(`${entries.length} audit entries of controls, must be ${revisions.length}`)
      }
    },
  }
}
