/**
 * How a browser proves to the web shell who it is (electron/web/door), for both sides.
 *
 * A browser keeps a key pair whose private half no script can read. Each page signs a challenge of the running host and
 * gets a session for its own memory alone. Nothing here is sent by itself, as a cookie is, and what a program at the
 * same address can catch (a signed challenge, a session) is worth nothing to a host that was started again.
 *
 * A page that such a program leaves open has our address and so the use of the browser's key. But it has no challenge that
 * opens a session: those stand in a page that the browser itself loads from the running host, which no script of another
 * page can read. A page that had a session shows so in place of that, and opens another after a restart.
 */

/**
 * The meta element in which a page finds the challenge that opens its first session and the host's public key, with a space
 * between them. In place of the challenge stands `none` where a script asked for the page.
 */
export const doorMeta = 'kitchen-pass-door'

/** Where a browser keeps its key pair in IndexedDB: the database, its store, and the key pair's name there. */
export const keyPlace = { database: 'kitchen-pass', store: 'door', name: 'browser' }

/** ECDSA on P-256 with SHA-256, which every browser has. Public keys travel as 65 raw bytes in base64url. */
export const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' }
export const signatureAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }

/** The header in which a browser shows its public key as it is let in. */
export const publicKeyHeader = 'kitchen-pass-browser'

/** The header in which a page shows that it had a session before: what it got with its first one. */
export const pageHeader = 'kitchen-pass-page'

/** What the host signs for a page that has got a session, with random letters. */
export const pageMessages = (publicKey: string, letters: string): string =>
  `kitchen-pass page\n${publicKey}\n${letters}`

/** The scheme of an `Authorization` header that opens a session: `Signed <public key>.<challenge>.<signature>`. */
export const signedScheme = 'Signed'

/** What a browser signs. */
export const browserMessages = (challenge: string): string => `kitchen-pass browser\n${challenge}`

/** What the host signs where a page asks who it is, with random letters of the page's own. */
export const hostMessages = (asked: string, challenge: string): string =>
  `kitchen-pass host\n${asked}\n${challenge}`

/** What the web shell says to a challenge that is no longer good: the page asks for another and tries again. */
export const staleChallenge = 'stale challenge'
