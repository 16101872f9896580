import type { IncomingMessage, ServerResponse } from 'node:http'
import { html, raw } from 'hono/html'
import { systems, type System } from '#contract/screens/screens.ts'
import { policyOf } from '#host/page/asset.ts'
import { cardStyle } from '#host/page/colours.ts'
import { cardPage, readScript } from '#host/page/layout.ts'
import { acceptedLanguage } from '#host/page/trouble.ts'
import { messages } from './messages/index.ts'
import type { Authority } from '../certificates/authority.ts'
import { systemOf } from './system.ts'

interface Asked {
  /** The header `Accept-Language`. */
  acceptLanguage: string | undefined
  /** What the device runs on; null if that isn't known. */
  system: System | null
  /** The fingerprint of the certificate. */
  words: string
  /** The encrypted address of the kitchen computer, without a path. */
  secureOrigin: string
}

/** What this page may do: besides its own files it only looks whether the device trusts already. */
export const trustPolicy = (secureOrigin: string): string =>
  policyOf({ 'connect-src': secureOrigin, 'script-src': "'self'", 'style-src': "'self'" })

/**
 * The page over plain HTTP that says how a device comes to trust this computer, in its language. It
 * can do nothing else and has no data. Its parts are `/trust.js`, `/trust.css` and
 * `/authority.crt`.
 */
export function trustPage({ acceptLanguage, system, words, secureOrigin }: Asked): string {
  const language = acceptedLanguage(acceptLanguage)
  const say = messages[language]
  const first = system ?? 'android'
  const stepsOf = (each: System) => {
    const { name, steps } = say.systems[each]
    const open = raw(each === first ? 'open' : '')
    return html`<details data-system="${each}" ${open}>
      <summary>${name}</summary>
      <ol>
        ${steps.map((step) => html`<li>${step}</li>`)}
      </ol>
    </details>`
  }
  return cardPage({
    ...{ language, title: say.title, files: '/trust' },
    data: { origin: secureOrigin, 'not-yet': say.openText, trusted: say.trusted },
    body: html`<p>${say.text}</p>
      <h2>1. ${say.get}</h2>
      <a class="button" id="get" href="/authority.crt">${say.download}</a>
      <h2>2. ${say.install}</h2>
      <div class="systems">
        ${[first, ...systems.filter((each) => each !== first)].map(stepsOf)}
      </div>
      <p>${say.later}</p>
      <h2>3. ${say.compare}</h2>
      <p class="words">${words}</p>
      <p>${say.compareText}</p>
      <h2>4. ${say.open}</h2>
      <p class="state" role="status"></p>
      <a class="button next" id="open" href="${secureOrigin}/">${say.open}</a>`,
  })
}

export const trustScript = readScript(import.meta.dirname, 'trust.js')

export const trustStyle = `${cardStyle}
main { width: min(100%, 44rem); gap: 0.75rem; }
h2 { margin-top: 0.75rem; font-size: 1.25rem; line-height: 1.2; }
.button.next { border-color: var(--edge); background: none; color: var(--ink); }
.systems { display: grid; gap: 0.25rem; }
details { border: 1px solid var(--line); border-radius: 0.5rem; }
summary { min-height: 3rem; padding: 0.75rem 1rem; font-weight: 600; cursor: pointer; }
ol { display: grid; gap: 0.5rem; padding: 0 1rem 1rem 2.5rem; font-size: 1.125rem; }
.words { padding: 0.75rem 1rem; border-radius: 0.5rem; background: var(--sunken); font-size: 1.375rem; font-weight: 600; letter-spacing: 0.02em; }
.state { color: var(--ink-soft); font-weight: 600; }
.state.good { color: var(--good); }
`

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
