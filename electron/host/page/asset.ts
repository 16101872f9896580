import { extname, join } from 'node:path'
import type { StockKey } from '#contract/stock.ts'

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

/** A file of the page and how to announce it. */
export interface Asset {
  file: string
  contentType: string
}

/** The path of a URL at `origin`, with all that follows it; empty for a URL anywhere else, which names nothing. */
export const pathAt = (origin: string, url: string): string =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : ''

/**
 * The file under `root` that the path of a URL names (`/` is index.html), or null for everything else: a kind of
 * file that the page does not have, or any way out of `root`. Only plain names are let through, so no rule about dots, separators or encodings has to be right.
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

const picturePath = /^\/pictures\/([\w.%~!*'()-]+)$/

/** Whose picture an address of the page asks for (contract, StockItem): `/pictures/<key>`; null for every other address. */
export function pictureKey(url: string): StockKey | null {
  const [, encoded] = picturePath.exec(url.replace(/[?#].*$/s, '')) ?? []
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** Headers of a picture. Its address carries which one it is, so that it never changes under one address. */
export const pictureHeaders = (type: string) => ({
  'content-type': type,
  'cache-control': 'private, max-age=31536000, immutable',
})

/** What the page may do: show what came with it, and nothing else. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // What makes markup or a script of a text takes none but from Vue's own templates.
  "require-trusted-types-for 'script'",
  'trusted-types vue',
].join('; ')

/** Headers of every answer to the page, over both shells. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
