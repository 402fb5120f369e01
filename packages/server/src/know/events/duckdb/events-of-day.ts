import { quote } from '../columns.ts'
import { literal } from './literal.ts'

/** The condition for the events of a day. A file is not divided by days of ids, so they need not be read. */
export function eventsOfDayInFile(organizationId: string, day: string): string {
  return `${quote('organization')} = ${literal(organizationId)} and ${quote('day')} = ${literal(day)}`
}
