/** ClickHouse answers, and something about it must be changed by a person; the message says what. */
export class ClickHouseSetupError extends Error {
  override readonly name = 'ClickHouseSetupError'
}
