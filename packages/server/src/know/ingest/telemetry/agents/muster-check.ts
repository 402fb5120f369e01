import { telemetryCheck } from '@muster/contract/telemetry'
import { text } from '../attributes.ts'
import { defineAgent } from './agent.ts'

/** `muster connect --check` tests whether telemetry arrives. Its record has nothing to count. */
export const musterCheck = defineAgent({
  name: telemetryCheck.service,
  keys: ['event.name', telemetryCheck.idKey],
  log(log, into) {
    const id = text(log, telemetryCheck.idKey)
    if (text(log, 'event.name') === telemetryCheck.event && telemetryCheck.idPattern.test(id)) into.check(id)
  },
})
