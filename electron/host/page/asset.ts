import { extname, join } from 'node:path'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** A file of the page and its headers. */
export interface Asset {
  file: string
  contentType: string
}

/** The path and the rest of a URL at `origin`; empty for any other URL. */
export const pathAt = (origin: string, url: string): string =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : ''

/**
 * The file under `root` for the path of a URL (`/` is index.html); null for unknown types and any
 * path out of `root`. Only plain names are allowed, so no rule about dots, separators or encodings
 * can be wrong.
 */
export function resolveAsset(root: string, url: string): Asset | null {
  const path = url.replace(/[?#].*$/s, '')
  if (!path.startsWith('/')) return null
  const names = path === '/' ? ['index.html'] : path.slice(1).split('/')
  if (!names.every((name) => /^[\w-][\w.-]*$/.test(name))) return null
  const file = join(root, ...names)
  const contentType = contentTypes[extname(file)]
  return contentType === undefined ? null : { file, contentType }
}

/** The name in a picture's address, `/pictures/<name>` (contract, StockItem); null for any other. */
export const pictureName = (path: string): string | null =>
  /^\/pictures\/([\w-]{22})$/.exec(path)?.[1] ?? null

/** Headers of a picture. Another one has another name, so it never changes. */
export const pictureHeaders = (type: string) => ({
  'content-type': type,
  'cache-control': 'private, max-age=31536000, immutable',
})

/** A policy under which a page may do nothing but this. */
export const policyOf = (allowed: Readonly<Record<string, string>>): string =>
  Object.entries({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...allowed,
  })
    .map((each) => each.join(' '))
    .join('; ')

/** What the page may do: show its own files, and nothing else. */
const contentSecurityPolicy = policyOf({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'media-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  // Only Vue's own templates may create markup or scripts from text.
  'require-trusted-types-for': "'script'",
  'trusted-types': 'vue',
})

/** Headers of every answer to the page, in both shells. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
