/** A computer said something that makes no sense. Its connection ends, and nothing of it is stored. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}
