import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { doorMeta } from '#contract/web-door.ts'
import { resolveAsset } from '#host/page/asset.ts'

/** The files of a page's own, below the name of the start that it is from. */
const assetPath = /^\/assets\/[\w-]{16}\/([^/]+)$/

/**
 * `meta` is what the page's head says about the door. The page names its files below a name that each start makes up: what
 * another program at this address has told a browser to keep is never taken for one of them.
 */
/** The built page, which is for everybody: what it shows comes through the door. */
export function createPageFiles(pageDir: string, meta: (headers: IncomingHttpHeaders) => string) {
  const start = randomBytes(12).toString('base64url')
  /** Read once: a reader that takes its time costs no memory of its own. */
  const kept = new Map<string, Buffer>()

  async function read(file: string): Promise<Buffer | null> {
    const found = kept.get(file) ?? (await readFile(file).catch(() => null))
    if (found !== null) kept.set(file, found)
    return found
  }

  function withDoor(html: string, headers: IncomingHttpHeaders): string {
    const tag = `<meta name="${doorMeta}" content="${meta(headers)}">`
    const named = html.replaceAll('./assets/', `./assets/${start}/`)
    return named.includes('<head>') ? named.replace('<head>', `<head>${tag}`) : tag + named
  }

  return {
    /** Answers a path of the page; false where there is no such file. */
    async send(path: string, response: ServerResponse) {
      const file = assetPath.exec(path)?.[1]
      const asset = resolveAsset(pageDir, file === undefined ? path : `/assets/${file}`)
      if (asset === null) return false
      response.setHeader('content-type', asset.contentType)
      if (asset.contentType.startsWith('text/html')) {
        const html = await read(asset.file)
        if (html === null) return false
        // Each loading of it has a challenge of its own.
        response.setHeader('cache-control', 'no-store')
        response.end(withDoor(html.toString('utf8'), response.req.headers))
        return true
      }
      const content = await read(asset.file)
      if (content === null) return false
      const lasting = file === undefined ? 'no-cache' : 'public, max-age=31536000, immutable'
      response.setHeader('cache-control', lasting)
      response.end(content)
      return true
    },
  }
}
