/**
 * The path that people leave out when they copy the platform's base address (platform/README.md).
 */
const usualPath = '/api/v3'

interface Typed {
  scheme: 'http' | 'https' | null
  /** Uses https if no scheme was typed. */
  url: URL
}

/** Traffic to this machine itself can't be intercepted. */
const isThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/**
 * Null if the text is not a web address. An address with a user name or a password is rejected:
 * secrets don't belong in it, and no base address contains an @.
 */
function read(typed: string): Typed | null {
  const text = typed.trim()
  if (text.includes('@')) return null
  const typedScheme = /^(https?):\/*/i.exec(text)
  if (typedScheme === null && /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return null
  const rest = typedScheme === null ? text.replace(/^\/+/, '') : text.slice(typedScheme[0].length)
  const scheme = (typedScheme?.[1]?.toLowerCase() ?? null) as Typed['scheme']
  try {
    return { scheme, url: new URL(`${scheme ?? 'https'}://${rest}`) }
  } catch {
    return null
  }
}

const withoutSlashes = (path: string): string => path.replace(/\/+$/, '')

/** Scheme, host and path: a base address has no query and no hash. */
const written = (url: URL, path = url.pathname, scheme = url.protocol): string =>
  `${scheme}//${url.host}${withoutSlashes(path)}`

/** Reads a typed base address, with https if no scheme was typed; null if it is not one. */
export function readAddress(typed: string): string | null {
  const address = read(typed)
  if (address === null) return null
  const { scheme, url } = address
  return written(url, url.pathname, scheme === null && isThisMachine(url) ? 'http:' : url.protocol)
}

/** The path as typed, and those that were probably meant. */
function pathsOf(typed: string): string[] {
  const path = withoutSlashes(typed)
  if (path.endsWith(usualPath)) return [path, path.slice(0, -usualPath.length)]
  if (path.endsWith('/api')) return [path, `${path}/v3`]
  if (path.endsWith('/v3')) return [path, path.slice(0, -'/v3'.length) + usualPath]
  // All that is certain of the path is its last part.
  return [path, path + usualPath, `${path}/v3`]
}

function schemesOf({ scheme, url }: Typed): string[] {
  if (scheme === 'https') return ['https:']
  if (isThisMachine(url)) return scheme === null ? ['http:', 'https:'] : ['http:']
  // Without a typed scheme, only https: the token must not be sent unencrypted unless the person
  // typed http.
  return scheme === null ? ['https:'] : ['https:', 'http:']
}

/** The base addresses that the typed text may mean, grouped by server. */
export function platformAddresses(typed: string): string[] {
  const address = read(typed)
  if (address === null) return []
  const { url } = address
  return schemesOf(address).flatMap((scheme) =>
    pathsOf(url.pathname).map((path) => written(url, path, scheme)),
  )
}
