export { faultOf } from '@muster/contract/readiness/configuration'
