/**
 * Stores the outputs of a job in order. The job makes the next output while one is stored. Settles when no write is in
 * progress, so that the transaction can end.
 */
export async function storeOutputs<Output>(
  outputs: AsyncIterable<Output>,
  store: (output: Output) => Promise<void>,
): Promise<void> {
  let storing: Promise<void> = Promise.resolve()
  try {
    for await (const output of outputs) {
      await storing
      storing = store(output)
      // Awaited below or before the next output; until then a rejection must not count as unhandled.
      storing.catch(() => undefined)
    }
  } finally {
    await Promise.allSettled([storing])
  }
  await storing
}
