import { quote } from '../columns.ts'
import { literal } from './literal.ts'

/** The condition for the events of a day. A file is not partitioned by the days of ids, so these are not part of it. */
export function eventsOfDayInFile(organizationId: string, day: string): string {
  return `${quote('organization')} = ${literal(organizationId)} and ${quote('day')} = ${literal(day)}`
}
