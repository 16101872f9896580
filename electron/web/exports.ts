import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Kitchen } from '#host/kitchen.ts'

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
