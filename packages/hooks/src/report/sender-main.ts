import { resolve } from 'node:path'
import { useMachineNetwork } from '@muster/contract/node/machine-network'
import { findService } from './find-service.ts'
import { sendWhileThereIsMore } from './sender.ts'

/** The background process that sends for short-lived processes. Its argument is the spool directory. */
const [directory = ''] = process.argv.slice(2)
const service = findService(process.env, resolve(directory, '../../..'))
if (directory !== '' && service) {
  useMachineNetwork()
  void sendWhileThereIsMore({ directory, service, lingerMs: 10_000, lookMs: 1000, patienceMs: 120_000 })
}
