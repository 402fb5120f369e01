import { openGit } from '@muster/contract/node/git'
import { judge } from '../../packages/readiness/src/judge/judge.ts'
import { createRepository } from '../../packages/readiness/src/repository/create-repository.ts'
import { filesOnDisk } from '../../packages/readiness/src/repository/files-on-disk.ts'
import { readGit } from '../../packages/readiness/src/repository/read-git.ts'

/** The files that an evaluation reads, and how much of each. */
export async function recordReads(root: string): Promise<ReadonlyMap<string, number>> {
  const { paths, facts } = await readGit(await openGit(root))
  const disk = filesOnDisk(root, paths)
  const reads = new Map<string, number>()
  const files = {
    paths,
    read(path: string, limit: number) {
      const bytes = disk.read(path, limit)
      if (bytes) reads.set(path, Math.max(reads.get(path) ?? 0, bytes.length))
      return bytes
    },
  }
  judge(createRepository(files, { git: facts }))
  return reads
}
