import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Authority } from './certificates/authority.ts'
import { systemOf } from './trust/system.ts'
import { trustPage, trustPolicy, trustScript, trustStyle } from './trust/trust-page.ts'

/** What the trust page shows and gives out. */
interface Trusted {
  /** The encrypted address of this computer. */
  origin: string
  authority: Pick<Authority, 'der' | 'words'>
}

/** What comes without encryption: how to trust this computer, and nothing else. */
export function answerTrust(
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
  { origin, authority }: Trusted,
): void {
  function send(type: string, body: string | Buffer): void {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  }
  const asked = {
    acceptLanguage: headers['accept-language'],
    system: systemOf(headers['user-agent'], false),
    words: authority.words,
    secureOrigin: origin,
  }
  if (url === '/') {
    response.setHeader('content-security-policy', trustPolicy(origin))
    send('text/html; charset=utf-8', trustPage(asked))
  } else if (url === '/trust.js') send('text/javascript; charset=utf-8', trustScript)
  else if (url === '/trust.css') send('text/css; charset=utf-8', trustStyle)
  else if (url === '/authority.crt') send('application/x-x509-ca-cert', authority.der)
  // Somebody typed an address of the screens.
  else response.writeHead(302, { location: '/' }).end()
}
