import { html, raw } from 'hono/html'
import { cardStyle } from '#host/page/colours.ts'
import { cardPage, readScript } from '#host/page/layout.ts'
import { acceptedLanguage } from '#host/page/trouble.ts'
import { installedHead, workerPath } from './installed.ts'
import { messages } from './messages/index.ts'

/**
 * The page on which a new screen shows its code until a manager lets it in, in its language
 * (`Accept-Language`). Its parts are `/pair.js` and `/pair.css`. `lastingOrigin` is where the page goes
 * first if it leads to the same host; null if there is none.
 */
export function pairPage(acceptLanguage: string | undefined, lastingOrigin: string | null): string {
  const language = acceptedLanguage(acceptLanguage)
  const { title, text, qr, left, over, refused, tooOften, gone, noStore, again } =
    messages[language]
  return cardPage({
    ...{ language, title, files: '/pair', head: raw(installedHead) },
    data: {
      ...{ lasting: lastingOrigin ?? '', worker: workerPath },
      ...{ left, over, refused, often: tooOften, gone, nostore: noStore },
    },
    body: html`<section hidden>
        <p>${text}</p>
        <div class="code"><output></output><img alt="${qr}" width="200" height="200" /></div>
        <p class="left"></p>
      </section>
      <p role="alert"></p>
      <button hidden>${again}</button>`,
  })
}

export const pairScript = readScript(import.meta.dirname, 'pair.js')

export const pairStyle = `${cardStyle}
section { display: grid; gap: 1rem; }
.code { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: center; justify-content: space-between; }
output { font-size: clamp(2.25rem, 11vw, 3.5rem); font-weight: 700; font-variant-numeric: tabular-nums; letter-spacing: 0.04em; font-family: ui-monospace, 'Cascadia Mono', 'Roboto Mono', 'Liberation Mono', monospace; white-space: nowrap; }
img { border-radius: 0.5rem; background: #fff; }
.left { color: var(--ink-soft); font-variant-numeric: tabular-nums; }
`
