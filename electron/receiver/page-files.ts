import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolveAsset } from '#host/page/asset.ts'

/** The files of a page, below the name of its start. */
const assetPath = /^\/assets\/[\w-]{16}\/([^/]+)$/

/**
 * The built page, public: its data comes only with a token. It names its files below a name that
 * each start makes up, so files that another program at this address left in a browser's cache are
 * never used.
 */
export class PageFiles {
  readonly #pageDir: string
  /** Further elements of the page's head. */
  readonly #head: string
  readonly #start = randomBytes(12).toString('base64url')
  /** Read once, so that a slow reader costs no memory of its own. */
  readonly #stored = new Map<string, Buffer<ArrayBuffer>>()

  constructor(pageDir: string, head = '') {
    this.#pageDir = pageDir
    this.#head = head
  }

  /** The file of the page for a path; null if there is none. */
  async find(path: string): Promise<Response | null> {
    const file = assetPath.exec(path)?.[1]
    const asset = resolveAsset(this.#pageDir, file === undefined ? path : `/assets/${file}`)
    const content = asset === null ? null : await this.#load(asset.file)
    if (asset === null || content === null) return null
    const type = { 'content-type': asset.contentType }
    if (asset.contentType.startsWith('text/html')) {
      const html = this.#complete(content.toString('utf8'))
      return new Response(html, { headers: { ...type, 'cache-control': 'no-store' } })
    }
    const lasting = file === undefined ? 'no-cache' : 'public, max-age=31536000, immutable'
    return new Response(content, { headers: { ...type, 'cache-control': lasting } })
  }

  async #load(file: string): Promise<Buffer<ArrayBuffer> | null> {
    const content = this.#stored.get(file) ?? (await readFile(file).catch(() => null))
    if (content !== null) this.#stored.set(file, content)
    return content
  }

  #complete(html: string): string {
    const named = html.replaceAll('./assets/', `./assets/${this.#start}/`)
    return named.includes('<head>')
      ? named.replace('<head>', `<head>${this.#head}`)
      : this.#head + named
  }
}
