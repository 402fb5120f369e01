import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../src/testing/free-port.ts'
import { needProgram } from '../src/testing/need-program.ts'

export const clusterName = 'muster'
export const user = 'muster'
export const password = 'pass:word/with%signs@'

/** The ClickHouse server of Debian, which has it for amd64 only: elsewhere tests that need it are skipped, and say so. */
export async function findClickHouse(): Promise<string | undefined> {
  if (process.arch === 'x64') return needProgram('clickhouse-server')
  console.warn(`SKIPPED: tests of ClickHouse, which Debian does not have for ${process.arch}.`)
  return undefined
}

interface ClickHouseServer {
  /** As CLICKHOUSE_URL, for a database of the given name. */
  url(database: string): string
  start(): Promise<void>
  kill(): Promise<void>
}

/** Servers that know each other as the shards of a cluster. They run until `stop`. */
export async function startClickHouse(program: string, shards = 2) {
  const root = await mkdtemp(join(tmpdir(), 'muster-clickhouse-'))
  const ports = await Promise.all(
    Array.from({ length: shards }, async () => [await freePort(), await freePort()] as const),
  )
  const servers = await Promise.all(
    ports.map(([http, tcp], index) =>
      createClickHouse(
        program,
        join(root, `${index + 1}`),
        { http, tcp },
        ports.map(([, port]) => port),
      ),
    ),
  )
  await Promise.all(servers.map((server) => server.start()))
  return {
    servers,
    /** As CLICKHOUSE_URL of the cluster. */
    url: (database: string) => servers.map((server) => server.url(database)).join(','),
    async stop() {
      await Promise.all(servers.map((server) => server.kill()))
      await rm(root, { recursive: true, force: true })
    },
  }
}

async function createClickHouse(
  program: string,
  directory: string,
  ports: { http: number; tcp: number },
  shards: readonly number[],
): Promise<ClickHouseServer> {
  await mkdir(join(directory, 'tmp'), { recursive: true })
  await writeFile(join(directory, 'config.xml'), configuration(directory, ports, shards))
  await writeFile(join(directory, 'users.xml'), users)
  let child: ChildProcess | undefined
  return {
    url: (database) => `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${ports.http}/${database}`,
    async start() {
      const output = openSync(join(directory, 'log'), 'a')
      child = spawn(program, [`--config-file=${join(directory, 'config.xml')}`], {
        cwd: directory,
        stdio: ['ignore', output, output],
      })
      for (;;) {
        const answers = await fetch(`http://127.0.0.1:${ports.http}/ping`).then(
          (response) => response.ok,
          () => false,
        )
        if (answers) return
        if (child.exitCode !== null) throw new Error(await readFile(join(directory, 'log'), 'utf8'))
        await delay(20)
      }
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Small caches: the defaults are meant for a machine that has nothing else to do. */
function configuration(
  directory: string,
  { http, tcp }: { http: number; tcp: number },
  shards: readonly number[],
): string {
  const shard = (port: number) =>
    `<shard><replica><host>127.0.0.1</host><port>${port}</port><user>${user}</user><password>${password}</password></replica></shard>`
  return `<?xml version="1.0"?>
<yandex>
  <logger><level>warning</level><console>1</console></logger>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <listen_host>127.0.0.1</listen_host>
  <path>${directory}/data/</path>
  <tmp_path>${directory}/tmp/</tmp_path>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>16777216</mark_cache_size>
  <uncompressed_cache_size>1048576</uncompressed_cache_size>
  <remote_servers><${clusterName}>${shards.map(shard).join('')}</${clusterName}></remote_servers>
</yandex>
`
}

const users = `<?xml version="1.0"?>
<yandex>
  <profiles><default><max_memory_usage>1000000000</max_memory_usage><max_threads>2</max_threads></default></profiles>
  <users>
    <${user}>
      <password>${password}</password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </${user}>
  </users>
  <quotas><default></default></quotas>
</yandex>
`
