/**
 * How a browser proves to the web shell who it is (electron/web/door); both sides use this file.
 *
 * A browser keeps a key pair whose private half no script can read. Each page signs a challenge of
 * the running host and gets a session, which stays in the memory of that page. Unlike a cookie,
 * nothing is sent automatically. A signed challenge or a session that another program at the same
 * address intercepts is worth nothing after the host restarts.
 *
 * Another program can leave a page open that has our address and can use the browser's key. But
 * that page has no challenge that opens a session: challenges are only in pages that the browser
 * itself loads from the running host, and scripts of other pages can't read those. A page that
 * already had a session proves that instead, and opens another one after a restart.
 *
 * On the network the connection is encrypted, so no other program can have the address: any page of
 * a known browser may ask for a challenge. What is copied there must be worth nothing, so each request
 * is signed.
 */

/**
 * The meta element with the challenge that opens a page's first session and the host's public key,
 * separated by a space. Instead of the challenge it has `none` if a script requested the page.
 */
export const doorMeta = 'kitchen-pass-door'

/**
 * Where a browser keeps its key pair in IndexedDB: the database, its store, and the name of the key
 * pair.
 */
export const keyPlace = { database: 'kitchen-pass', store: 'door', name: 'browser' }

/** ECDSA on P-256 with SHA-256, which every browser has. Public keys travel as 65 raw bytes in base64url. */
export const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' }
export const signatureAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }

/** The header with the browser's public key when it is let in. */
export const publicKeyHeader = 'kitchen-pass-browser'

/** The header that proves that a page had a session before: what it got with the first one. */
export const pageHeader = 'kitchen-pass-page'

/** What the host signs for a page that got a session, with random letters. */
export const pageMessages = (publicKey: string, letters: string): string =>
  `kitchen-pass page\n${publicKey}\n${letters}`

/**
 * The scheme of an `Authorization` header that opens a session: `Signed <public
 * key>.<challenge>.<signature>`.
 */
export const signedScheme = 'Signed'

/**
 * On the network each request of a page is signed too, so that a copied session is worth nothing
 * without the browser's key. The header is `<number>.<hash of the body>.<signature>`. A number is
 * used once; the hash is SHA-256 in base64url.
 */
export const proofHeader = 'kitchen-pass-proof'

/**
 * How often the host sends something to a screen, in ms, so that the screen notices soon when the
 * host is frozen or Wi-Fi is gone: no system reports that.
 */
export const streamBeatMs = 1_000

/** A longer silence is a dead link, or a host that is frozen, in ms. */
export const streamSilenceMs = 3 * streamBeatMs

/** The end of the meta element's content if requests must be signed. */
export const signsRequests = 'signed'

/**
 * Instead of the hash of the body: for the one call that an unloading page sends, which has no time
 * to sign, so its proof is made beforehand.
 */
export const anyBody = 'any'

/** What the browser signs for a request with this method and address (from the path on). */
export const requestMessages = (
  session: string,
  { number, method, url, bodyHash }: SignedRequest,
): string => `kitchen-pass request\n${session}\n${number}\n${method} ${url}\n${bodyHash}`

export interface SignedRequest {
  number: number
  method: string
  url: string
  bodyHash: string
}

export const browserMessages = (challenge: string): string => `kitchen-pass browser\n${challenge}`

/** What the host signs when a page asks who it is, with random letters from the page. */
export const hostMessages = (asked: string, challenge: string): string =>
  `kitchen-pass host\n${asked}\n${challenge}`

/**
 * The web shell's answer to a challenge that is no longer valid: the page asks for another and
 * tries again.
 */
export const staleChallenge = 'stale challenge'
