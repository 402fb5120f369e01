import type { AgentHistory } from '../agents/agent-history.ts'
import { PieceWriter, type TakePiece } from '../pieces/piece-writer.ts'
import type { Job } from './job.ts'

/** Reads a file while somebody goes through the answer, and hands over what it tells in pieces. */
export function* readJob(
  agent: AgentHistory,
  { path, root }: Job,
  take: TakePiece,
  progress: (bytes: number) => void,
): Generator<void> {
  const writer = new PieceWriter(take, progress)
  yield* agent.read(path, root, writer)
  writer.end()
}

/** Goes through everything at once, where nobody else has to have a turn. */
export function doAll(steps: Iterable<void>): void {
  for (const _ of steps);
}
