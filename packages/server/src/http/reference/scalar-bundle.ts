/**
 * Loads the Scalar API reference as one script.
 *
 * Of the packages that contain it, the Fastify plugin is by far the smallest to install (the library itself brings some
 * 270 packages), but it serves the script only over a route. So this sends a request to a server that never listens.
 * Both imports are lazy, because the script has four megabytes.
 */
export async function scalarBundle(): Promise<string> {
  const { default: fastify } = await import('fastify')
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const carrier = fastify()
  await carrier.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
  const { statusCode, body } = await carrier.inject('/reference/js/scalar.js')
  await carrier.close()
  if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference no longer serves its script at js/scalar.js.')
  return body
}
