import type { App } from './app.ts'
import type { Config } from './config.ts'

/** What a person sees after the start. The key is in it only once: on the very first start, unless it was given. */
export function welcome({ address, created }: App, config: Config): string {
  const url = config.MUSTER_API_URL ?? address
  const ready = `Muster is ready at ${address}${url === address ? '' : `, which clients reach as ${url}`}`
  if (!created) return `${ready}\n`
  const isKeyGiven = config.MUSTER_OWNER_KEY !== undefined
  const keyText = isKeyGiven
    ? '  Owner’s API key  the one in MUSTER_OWNER_KEY'
    : `  Owner’s API key  ${created.apiKey}
                   Keep it: it is shown this once.`
  return `
${ready}

  Organization     ${created.organization.name}
  Owner            ${created.owner.email}
${keyText}

Try next:

  export MUSTER_API_URL=${url}
  export MUSTER_API_KEY=${isKeyGiven ? '…' : created.apiKey}
  curl -H "Authorization: Bearer $MUSTER_API_KEY" $MUSTER_API_URL/api/v0/me

  The API, explained: ${url}/docs

`
}
