import { readFile } from 'node:fs/promises'
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { makeCertificate } from './certificate.ts'
import { ownerKey, startServer, temporaryDataDir } from './running-server.ts'

const exportLogs = '/opentelemetry.proto.collector.logs.v1.LogsService/Export'

it('gRPC shows the certificate of the service, and speaks no plain text beside it', async () => {
  const dataDir = await temporaryDataDir()
  const { cert, key } = await makeCertificate(dataDir)
  const port = await freePort()
  await startServer({
    MUSTER_DATA_DIR: dataDir,
    MUSTER_TLS_CERT: cert,
    MUSTER_TLS_KEY: key,
    MUSTER_OTLP_GRPC_PORT: String(port),
  })
  const send = (channel: ReturnType<typeof credentials.createSsl>) => {
    const client = new Client(`localhost:${port}`, channel)
    onTestFinished(() => client.close())
    const metadata = new Metadata()
    metadata.set('authorization', `Bearer ${ownerKey}`)
    const asIs = (bytes: Buffer) => bytes
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(exportLogs, asIs, asIs, Buffer.alloc(0), metadata, (error, answer) =>
        error ? reject(error) : resolve(answer),
      )
    })
  }
  expect(await send(credentials.createSsl(await readFile(cert)))).toHaveLength(0)
  await expect(send(credentials.createInsecure())).rejects.toMatchObject({ code: 14 })
})
