import { postgresOf } from './processes.ts'
import { insist, type World, type Writer } from './writers/writer.ts'

/** Checks after the last fault that everything acknowledged is there, once, and that nothing is left behind. */
export async function account(world: World, writers: readonly Writer[]): Promise<void> {
  const { service } = world
  await insist(world, 'POST', '/api/v0/analytics/refresh')
  for (const writer of writers) {
    await writer.check().catch((error: Error) => world.problem(`${writer.name} could not be checked: ${error.stack}`))
  }
  const { json } = await insist(world, 'GET', '/api/v0/analytics/status')
  if (json.pendingDays.length > 0) world.problem(`after a refresh, ${json.pendingDays.length} days wait`)
  if (json.dataQuality.quarantinedEvents > 0)
    world.problem(`${json.dataQuality.quarantinedEvents} events were put aside`)

  service.signal('SIGTERM')
  const outcome = await service.ended()
  if (outcome !== 0) world.problem(`at the end, SIGTERM ended the service with ${outcome}`)
  for (const writer of writers) await writer.checkEnd?.()
  const left = await postgresOf(service.dataDir)
  if (left.length > 0) world.problem(`${left.length} processes of Postgres outlive the service`)
}
