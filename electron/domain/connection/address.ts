/** What people leave out when they copy the platform's base address (platform/README.md). */
const usualPath = '/api/v3'

interface Typed {
  scheme: 'http' | 'https' | null
  /** With https where no scheme was given. */
  url: URL
}

/** A machine cannot be listened to on its way to itself. */
const isThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/**
 * Null for what names no web server. Secrets do not belong into an address: one with a name or a password is none, and no
 * base address has the sign that stands behind them, wherever in it that stands.
 */
function read(typed: string): Typed | null {
  const text = typed.trim()
  if (text.includes('@')) return null
  const given = /^(https?):\/*/i.exec(text)
  if (given === null && /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return null
  const rest = given === null ? text.replace(/^\/+/, '') : text.slice(given[0].length)
  const scheme = (given?.[1]?.toLowerCase() ?? null) as Typed['scheme']
  try {
    return { scheme, url: new URL(`${scheme ?? 'https'}://${rest}`) }
  } catch {
    return null
  }
}

const withoutSlashes = (path: string): string => path.replace(/\/+$/, '')

/** Scheme, host and path: what follows a question mark or a hash is no part of a base address. */
const written = (url: URL, path = url.pathname, scheme = url.protocol): string =>
  `${scheme}//${url.host}${withoutSlashes(path)}`

/** What was typed as a base address, https where it does not say; null where it is none. */
export function readAddress(typed: string): string | null {
  const found = read(typed)
  if (found === null) return null
  const { scheme, url } = found
  return written(url, url.pathname, scheme === null && isThisMachine(url) ? 'http:' : url.protocol)
}

/** As it is typed, and as it was probably meant. */
function pathsOf(typed: string): string[] {
  const path = withoutSlashes(typed)
  if (path.endsWith(usualPath)) return [path, path.slice(0, -usualPath.length)]
  return [path, path.endsWith('/api') ? `${path}/v3` : path + usualPath]
}

function schemesOf({ scheme, url }: Typed): string[] {
  if (scheme === 'https') return ['https:']
  if (isThisMachine(url)) return scheme === null ? ['http:', 'https:'] : ['http:']
  // Nobody on the way is shown a token that could have gone encrypted; unencrypted goes what says so.
  return scheme === null ? ['https:'] : ['https:', 'http:']
}

/** The base addresses that may have been meant by what was typed as the platform's, one server's after the other's. */
export function platformAddresses(typed: string): string[] {
  const found = read(typed)
  if (found === null) return []
  const { url } = found
  return schemesOf(found).flatMap((scheme) =>
    pathsOf(url.pathname).map((path) => written(url, path, scheme)),
  )
}
