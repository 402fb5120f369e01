import { totalmem } from 'node:os'

const gibibyte = 2 ** 30

/**
 * The most memory that DuckDB may use before it writes temporary files. Its default is 80% of the machine's memory, but
 * Postgres and the service need memory too. Adding up a day of a million events needs a fifth of this.
 */
export function memoryLimit(): string {
  const constrained = process.constrainedMemory()
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return `${Math.round(Math.min(gibibyte, memory / 4))}B`
}
