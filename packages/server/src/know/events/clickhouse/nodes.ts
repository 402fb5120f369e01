/** The address of a ClickHouse server and the credentials for it. */
export interface ClickHouseNode {
  /** Scheme, host and port, without the password. */
  readonly address: string
  readonly authorization: string
  readonly database: string
}

/**
 * Parses CLICKHOUSE_URL: `http(s)://user:password@host:port/database`, or several separated by commas, one for every
 * server of a cluster. They must name the same database. Errors do not quote the text, because it contains a password.
 */
export function parseNodes(text: string): ClickHouseNode[] {
  const nodes = text.split(',').map((part) => parseNode(part.trim()))
  if (new Set(nodes.map(({ database }) => database)).size > 1) {
    throw new Error('All addresses in CLICKHOUSE_URL must name the same database.')
  }
  return nodes
}

function parseNode(text: string): ClickHouseNode {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error('CLICKHOUSE_URL must be http(s)://user:password@host:port/database, or several with commas.')
  }
  const [user, password] = [url.username, url.password].map(decode)
  const credentials = Buffer.from(`${user || 'default'}:${password}`).toString('base64')
  return {
    address: url.origin,
    authorization: `Basic ${credentials}`,
    database: decode(url.pathname.replace(/^\/|\/$/g, '')) || 'default',
  }
}

/** A percent sign that starts no valid escape is kept: people paste passwords unescaped. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
