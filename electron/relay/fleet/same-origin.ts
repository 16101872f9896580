import type { IncomingHttpHeaders } from 'node:http'

/** Of a header that every load balancer on the way adds to, the first is the browser's own. */
const firstOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')[0]
    ?.trim() ?? ''

/** The host with its port as a browser writes it, without the port that the scheme has anyway. */
function hostOf(protocol: string, host: string): string | null {
  const address = `${protocol}//${host}`
  return host !== '' && URL.canParse(address) ? new URL(address).host : null
}

/**
 * Whether a request that changes something may come from where it comes from: a page of this
 * server, or a program that is no browser.
 *
 * A browser says with each POST which page sends it (`Origin`), and newer ones also how near that
 * page is (`Sec-Fetch-Site`); no page can change either. The origin must be the address of this
 * page. Behind a load balancer that is the public name, which comes as `Host` or, where the load
 * balancer writes its own there, as `X-Forwarded-Host`; `X-Forwarded-Proto` has the scheme, if it is
 * given. A foreign page can't add these headers without asking this server first. A request
 * without `Origin` and `Sec-Fetch-Site` is no browser's, so it has no cookie that somebody else put
 * there.
 */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined) return true
  // A sandboxed page has the origin `null`.
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  const scheme = firstOf(headers['x-forwarded-proto'])
  if (scheme !== '' && protocol !== `${scheme}:`) return false
  return [headers.host ?? '', firstOf(headers['x-forwarded-host'])].some(
    (own) => hostOf(protocol, own) === host,
  )
}
