import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Kitchen } from '#host/kitchen.ts'
import { resolveAsset } from '#host/page/asset.ts'

/** The files of a page, below the name of its start. */
const assetPath = /^\/assets\/[\w-]{16}\/([^/]+)$/

/**
 * The built page, public: its data comes only with a token. `head` are further elements of its head.
 * It names its files below a name that each start makes up, so files that another program at this
 * address left in a browser's cache are never used.
 */
export function createPageFiles(pageDir: string, head = '') {
  const start = randomBytes(12).toString('base64url')
  /** Read once, so that a slow reader costs no memory of its own. */
  const stored = new Map<string, Buffer<ArrayBuffer>>()

  async function read(file: string): Promise<Buffer<ArrayBuffer> | null> {
    const found = stored.get(file) ?? (await readFile(file).catch(() => null))
    if (found !== null) stored.set(file, found)
    return found
  }

  function complete(html: string): string {
    const named = html.replaceAll('./assets/', `./assets/${start}/`)
    return named.includes('<head>') ? named.replace('<head>', `<head>${head}`) : head + named
  }

  return {
    /** The file of the page for a path; null if there is none. */
    async find(path: string): Promise<Response | null> {
      const file = assetPath.exec(path)?.[1]
      const asset = resolveAsset(pageDir, file === undefined ? path : `/assets/${file}`)
      const content = asset === null ? null : await read(asset.file)
      if (asset === null || content === null) return null
      const type = { 'content-type': asset.contentType }
      if (asset.contentType.startsWith('text/html')) {
        const html = complete(content.toString('utf8'))
        return new Response(html, { headers: { ...type, 'cache-control': 'no-store' } })
      }
      const lasting = file === undefined ? 'no-cache' : 'public, max-age=31536000, immutable'
      return new Response(content, { headers: { ...type, 'cache-control': lasting } })
    },
  }
}

/** A browser follows the address at once. */
const ticketLastsMs = 30_000
const mostTickets = 100

const exportUrl = /^\/exports\/([\w-]{1,100}\.(?:csv|kpbackup))(?:\?ticket=([\w-]{1,100}))?$/

/** Exports of guests and backups for browsers: the browser fetches an address without headers of ours. */
export function createExports(kitchen: Pick<Kitchen, 'exportFile' | 'caller'>) {
  const tickets = new Map<string, { screenId: string; exportName: string; endsAt: number }>()

  /** As far as it is written. */
  function find(exportName: string, screenId: string): ReturnType<Kitchen['exportFile']> {
    const file = kitchen.exportFile(kitchen.caller(screenId), exportName)
    return file === null || file.bytes === 0 ? null : file
  }

  /** The owner of a ticket, which is used up from then on. */
  function use(ticket: string, exportName: string): string | null {
    const found = tickets.get(ticket)
    tickets.delete(ticket)
    if (found === undefined || found.exportName !== exportName) return null
    return found.endsAt < performance.now() ? null : found.screenId
  }

  return {
    /**
     * The address of an export, valid once and for a short time; null if the screen may not have
     * it.
     */
    address(exportName: string, screenId: string) {
      if (find(exportName, screenId) === null) return null
      const ticket = randomBytes(24).toString('base64url')
      tickets.set(ticket, { exportName, screenId, endsAt: performance.now() + ticketLastsMs })
      for (const oldest of tickets.keys()) if (tickets.size > mostTickets) tickets.delete(oldest)
      return `exports/${exportName}?ticket=${ticket}`
    },
    /**
     * Answers such an address; false if there is nothing. A script identifies itself and needs no
     * ticket.
     */
    async send(url: string, screenId: string | null, response: ServerResponse) {
      const [, exportName = '', ticket = ''] = exportUrl.exec(url) ?? []
      const owner = use(ticket, exportName) ?? screenId
      const file = owner === null ? null : find(exportName, owner)
      if (file === null) return false
      response.writeHead(200, {
        'content-type': file.type,
        'content-disposition': `attachment; filename="${file.name}"`,
        'content-length': file.bytes,
        'cache-control': 'no-store',
      })
      await pipeline(createReadStream(file.path, { end: file.bytes - 1 }), response)
      file.onSent?.()
      return true
    },
  }
}
