import { hash } from 'node:crypto'
import type { Language } from '#contract/shared/languages.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import type { Obstacle } from '../start/obstacle.ts'
import { securityHeaders } from './asset.ts'
import { plainStyle } from './colours.ts'
import { messages } from './messages/index.ts'

/** Why a page replaces the screens: the kitchen can't start, or the window failed. */
export type Trouble =
  | Obstacle
  | 'host-away'
  | 'unknown'
  | 'page-gone'
  | 'page-hung'
  | 'restarted'
  | 'crash-loop'

/** These only wait a moment until the page comes back. */
const passing: readonly Trouble[] = ['page-hung', 'restarted']

/** Only a person can continue, because it has happened several times. */
const lasting: readonly Trouble[] = ['unknown', 'page-gone', 'crash-loop']

/** Whether the page comes back by itself, in a moment. */
export const isPassing = (trouble: Trouble): boolean => passing.includes(trouble)
const isLasting = (trouble: Trouble): boolean => lasting.includes(trouble)

/**
 * Whether it concerns the data folder and can be fixed without this screen.
 */
export const isAboutData = (trouble: Trouble): boolean =>
  !isPassing(trouble) && !isLasting(trouble) && trouble !== 'host-away'

/** What the page names as the place to look at: the log, unless something else says more. */
function placeNameOf(trouble: Trouble): 'folder' | 'log' | 'host' {
  if (trouble === 'host-away') return 'host'
  return isAboutData(trouble) ? 'folder' : 'log'
}

const isLanguage = (name: string): name is Language => Object.hasOwn(messages, name)

/** The language of a locale's name if we have it; otherwise English. */
export function languageOf(locale: string): Language {
  const name = locale.slice(0, 2).toLowerCase()
  return isLanguage(name) ? name : 'en'
}

/** The first of our languages in `accept-language`; otherwise English. */
export function acceptedLanguage(header: string | undefined): Language {
  const liked = (header ?? '')
    .split(',')
    .map((part) => {
      const [range = '', quality] = part.trim().split(/\s*;\s*q=/)
      return { name: range.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) }
    })
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name)
  return liked.find(isLanguage) ?? 'en'
}

/** The same as a line for a terminal and a log. */
export function troubleLine(trouble: Trouble, place: string): string {
  const { title, advice } = messages.en.troubles[trouble]
  return `${title} (${place}). ${advice}`
}

interface TroublePage {
  trouble: Trouble
  language: Language
  theme: Preferences['theme']
  /** The folder, log or computer that a person has to look at. */
  place: string
}

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

/** No script, no requests, and no style except the one above. */
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
 * The page instead of the kitchen, with text only. Its button loads the same address again. It also
 * tries again automatically if nobody is needed.
 */
export function troublePage({ trouble, language, theme, place }: TroublePage): TroubleAnswer {
  const texts = messages[language]
  const { title, advice } = texts.troubles[trouble]
  const seconds = isPassing(trouble) ? 5 : 15
  // Use the link's name: with a room after #, the same address is no other page, and nothing would
  // load.
  const refresh = isLasting(trouble)
    ? ''
    : `<meta http-equiv="refresh" content="${String(seconds)}; url=index.html">`
  const note = isPassing(trouble) ? texts.soon : texts.byItself
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
<dl><dt>${texts[placeNameOf(trouble)]}</dt><dd>${escaped(place)}</dd></dl>
<footer><a href="">${texts.again}</a>${isLasting(trouble) ? '' : `<small>${note}</small>`}</footer>
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
