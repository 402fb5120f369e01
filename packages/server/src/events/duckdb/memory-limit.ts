import { totalmem } from 'node:os'

const gibibyte = 2 ** 30

/**
 * What DuckDB may hold before it uses files. Left alone it takes four fifths of the machine, but here Postgres and the
 * service live on it too, and adding up a day of a million events needs a fifth of this.
 */
export function memoryLimit(): string {
  const constrained = process.constrainedMemory()
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return `${Math.round(Math.min(gibibyte, memory / 4))}B`
}
