import { BenchComputer, type Credentials } from './computer.ts'

export interface IdleJob {
  readonly port: number
  readonly computers: readonly Credentials[]
}

const atOnce = 50

/** Many computers in a process of their own, which connect and then only answer pings. */
async function connectAll({ port, computers }: IdleJob): Promise<number> {
  const rest = [...computers]
  const connect = async () => {
    for (let next = rest.pop(); next; next = rest.pop()) await BenchComputer.connect(port, next)
  }
  await Promise.all(Array.from({ length: atOnce }, connect))
  return computers.length
}

process.on('message', (job: IdleJob) => void connectAll(job).then((count) => process.send?.(count)))
