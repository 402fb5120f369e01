import { totalmem } from 'node:os'

const gibibyte = 2 ** 30

/**
 * What DuckDB may hold in memory before it uses files. Its default is four fifths of the machine, but Postgres and the
 * service need memory too. Adding up a day of a million events needs a fifth of this.
 */
export function memoryLimit(): string {
  const constrained = process.constrainedMemory()
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return `${Math.round(Math.min(gibibyte, memory / 4))}B`
}
