import type { StockKey } from '#contract/stock.ts'

const path = /^\/pictures\/([\w.%~!*'()-]+)$/

/** Whose picture an address of the page asks for (contract, StockItem): `/pictures/<key>`; null for every other address. */
export function pictureKey(url: string): StockKey | null {
  const [, encoded] = path.exec(url.replace(/[?#].*$/s, '')) ?? []
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
