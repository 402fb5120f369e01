import type { BareAnswer } from '../bare-server.ts'
import { Child } from '../child.ts'
import type { Job, JobResult } from '../load/job.ts'
import { ownCpuSeconds, treeCpuSeconds } from '../processes.ts'
import type { Service } from '../service.ts'
import { runPgbench } from './pgbench.ts'
import type { SqlJob, SqlRequest, SqlResult } from './sql-job.ts'

export interface Figures {
  readonly requests: number
  readonly seconds: number
  readonly rate: number
  /** CPU seconds of the process that answers: the service, the bare server, or the sender of bare SQL. */
  readonly serverCpu: number
  readonly postgresCpu: number
  /** Requests for each CPU second of both sides. */
  readonly perCore: number
  readonly p50Ms?: number
  readonly p99Ms?: number
  readonly generatorLoad?: number
}

/** Every measurement of a run, with the other processes that it needs. */
export class Meter {
  readonly #service: Service
  readonly #generator = new Child<Job, JobResult>(new URL('../load/generator.ts', import.meta.url))
  readonly #bare = new Child<BareAnswer, number>(new URL('../bare-server.ts', import.meta.url))
  readonly #driver: Child<SqlRequest, SqlResult> | undefined

  constructor(service: Service, { hasPgbench }: { hasPgbench: boolean }) {
    this.#service = service
    if (!hasPgbench) this.#driver = new Child(new URL('./sql-driver.ts', import.meta.url))
  }

  async service(load: Omit<Job, 'port' | 'headers'>): Promise<Figures> {
    const { pid, postgresPid, port, headers } = this.#service
    const before = [ownCpuSeconds(pid), treeCpuSeconds(postgresPid)] as const
    const result = await this.#load({ ...load, port, headers })
    return figures(result, ownCpuSeconds(pid) - before[0], treeCpuSeconds(postgresPid) - before[1])
  }

  /** The same load on a server that answers the same bytes without any work. */
  async bareServer(load: Omit<Job, 'port' | 'headers'>, answer: BareAnswer): Promise<Figures> {
    const port = await this.#bare.ask(answer)
    const before = ownCpuSeconds(this.#bare.pid)
    const result = await this.#load({ ...load, port, headers: this.#service.headers })
    return figures(result, ownCpuSeconds(this.#bare.pid) - before, 0)
  }

  async bareSql(job: SqlJob): Promise<Figures> {
    const { postgresPid, connection } = this.#service
    const before = treeCpuSeconds(postgresPid)
    const result = await (this.#driver?.ask({ ...job, connection }) ?? runPgbench(this.#service, job))
    const { transactions: requests, seconds, cpuSeconds } = result
    return figures({ requests, seconds }, cpuSeconds, treeCpuSeconds(postgresPid) - before)
  }

  async stop(): Promise<void> {
    await Promise.all([this.#generator.stop(), this.#bare.stop(), this.#driver?.stop()])
  }

  async #load(job: Job): Promise<JobResult> {
    const result = await this.#generator.ask(job)
    const refused = Object.entries(result.refused).map(([status, count]) => `${count} × ${status}`)
    if (refused.length > 0) throw new Error(`Not every request was answered with 2xx: ${refused.join(', ')}.`)
    return result
  }
}

function figures(
  result: Pick<JobResult, 'requests' | 'seconds'> & Partial<JobResult>,
  serverCpu: number,
  postgresCpu: number,
): Figures {
  const { requests, seconds, p50Ms, p99Ms, generatorLoad } = result
  return {
    requests,
    seconds,
    rate: requests / seconds,
    serverCpu,
    postgresCpu,
    perCore: requests / (serverCpu + postgresCpu),
    ...(p50Ms !== undefined && { p50Ms }),
    ...(p99Ms !== undefined && { p99Ms }),
    ...(generatorLoad !== undefined && { generatorLoad }),
  }
}
