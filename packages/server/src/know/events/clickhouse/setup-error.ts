import { StartRefused } from '../../../ground/platform/start-refused.ts'

/** A person must change the setup of ClickHouse; the message says how. */
export class ClickHouseSetupError extends StartRefused {
  override readonly name = 'ClickHouseSetupError'
}
