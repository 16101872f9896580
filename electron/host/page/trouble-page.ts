import { hash } from 'node:crypto'
import type { Preferences } from '#contract/settings/settings.ts'
import { securityHeaders } from './asset.ts'
import { plainStyle } from './plain-style.ts'
import {
  isAboutData,
  isPassing,
  isStanding,
  troubleWords,
  type Language,
  type Trouble,
} from './trouble.ts'

/** What the page is to say, to whom. */
interface TroublePage {
  trouble: Trouble
  language: Language
  theme: Preferences['theme']
  /** The folder, or the log, that a person has to look at. */
  place: string
}

/** A whole answer to whoever asked for the page. */
export interface TroubleAnswer {
  status: 503
  headers: Record<string, string>
  html: string
}

const style = `${plainStyle}
dl { padding: 0.75rem 1rem; border-radius: 0.5rem; background: var(--sunken); }
dt { color: var(--ink-soft); font-size: 0.9375rem; }
dd { overflow-wrap: anywhere; font-family: ui-monospace, Consolas, 'Liberation Mono', monospace; }
footer { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem; margin-top: 0.5rem; }
a { display: inline-flex; align-items: center; min-height: 3.75rem; padding: 0.25rem 1.5rem; border-radius: 0.5rem; background: var(--go);
  color: var(--go-ink); font-size: 1.125rem; font-weight: 600; text-decoration: none; touch-action: manipulation; }
a:active { background: var(--go-deep); }
`

/** No script, nothing from anywhere, and no style but the one above. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')

/**
 * The page that stands where the kitchen's would, of words alone. Its button loads the same address again, which tries
 * again; where nobody's hand is needed it does so by itself.
 */
export function troublePage({ trouble, language, theme, place }: TroublePage): TroubleAnswer {
  const words = troubleWords[language]
  const { title, advice } = words.troubles[trouble]
  const seconds = isPassing(trouble) ? 5 : 15
  // By its name: where a room stands behind a #, the same address is no other page and nothing is loaded.
  const refresh = isStanding(trouble)
    ? ''
    : `<meta http-equiv="refresh" content="${String(seconds)}; url=index.html">`
  const note = isPassing(trouble) ? words.soon : words.byItself
  const themed = theme === 'system' ? '' : ` data-theme="${theme}"`
  const html = `<!doctype html>
<html lang="${language}"${themed}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${escaped(title)} · Kitchen Pass</title>
<style>${style}</style>
</head>
<body>
<main>
<small>Kitchen Pass</small>
<h1>${escaped(title)}</h1>
<p>${escaped(advice)}</p>
<dl><dt>${isAboutData(trouble) ? words.folder : words.log}</dt><dd>${escaped(place)}</dd></dl>
<footer><a href="">${words.again}</a>${isStanding(trouble) ? '' : `<small>${note}</small>`}</footer>
</main>
</body>
</html>
`
  return {
    status: 503,
    headers: {
      ...securityHeaders,
      'content-security-policy': contentSecurityPolicy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(seconds),
    },
    html,
  }
}
