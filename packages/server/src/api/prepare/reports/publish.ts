import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const publishReport = change(endpoints.reports.publish, async ({ change, body }, { reports }) =>
  created(await reports.publish(change, body)),
)
