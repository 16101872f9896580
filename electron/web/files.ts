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

/** A browser follows the address at once. */
const ticketLastsMs = 30_000
const maxTickets = 100

const exportUrl = /^\/exports\/([\w-]{1,100}\.(?:csv|kpbackup))(?:\?ticket=([\w-]{1,100}))?$/

interface ExportTicket {
  screenId: string
  exportName: string
  endsAt: number
}

/** Exports of guests and backups for browsers: the browser fetches an address without headers of ours. */
export class Exports {
  readonly #kitchen: Pick<Kitchen, 'exportFile' | 'caller'>
  readonly #tickets = new Map<string, ExportTicket>()

  constructor(kitchen: Pick<Kitchen, 'exportFile' | 'caller'>) {
    this.#kitchen = kitchen
  }

  /** The address of an export, valid once and for a short time; null if the screen may not have it. */
  address(exportName: string, screenId: string): string | null {
    if (this.#find(exportName, screenId) === null) return null
    const ticket = randomBytes(24).toString('base64url')
    const endsAt = performance.now() + ticketLastsMs
    this.#tickets.set(ticket, { exportName, screenId, endsAt })
    for (const oldest of this.#tickets.keys())
      if (this.#tickets.size > maxTickets) this.#tickets.delete(oldest)
    return `exports/${exportName}?ticket=${ticket}`
  }

  /** Answers such an address; false if there is nothing. A script identifies itself and needs no ticket. */
  async send(url: string, screenId: string | null, response: ServerResponse): Promise<boolean> {
    const [, exportName = '', ticket = ''] = exportUrl.exec(url) ?? []
    const owner = this.#use(ticket, exportName) ?? screenId
    const file = owner === null ? null : this.#find(exportName, owner)
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
  }

  /** As far as it is written. */
  #find(exportName: string, screenId: string): ReturnType<Kitchen['exportFile']> {
    const file = this.#kitchen.exportFile(this.#kitchen.caller(screenId), exportName)
    return file === null || file.bytes === 0 ? null : file
  }

  /** The owner of a ticket, which is used up from then on. */
  #use(ticket: string, exportName: string): string | null {
    const used = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    if (used === undefined || used.exportName !== exportName) return null
    return used.endsAt < performance.now() ? null : used.screenId
  }
}
