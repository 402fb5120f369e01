import { useMachineNetwork } from '@muster/contract/node/machine-network'
import { findService } from '../report/find-service.ts'
import { hearPolicy } from './organization-policy.ts'

/** The background process that asks the service for callers that cannot wait. Its argument is the home directory. */
const [home = ''] = process.argv.slice(2)
const service = findService(process.env, home)
if (service) {
  useMachineNetwork()
  void hearPolicy(home, service)
}
