import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Kitchen } from '#host/kitchen.ts'
import type { Visitor } from './door/sessions.ts'

/** A browser follows the address at once. */
const ticketLastsMs = 30_000
const mostTickets = 100

const exportUrl = /^\/exports\/([\w-]{1,100})\.csv(?:\?ticket=([\w-]{1,100}))?$/

/** Exports of guests as a browser saves them: it fetches an address by itself, without saying who it is. */
export function createExports(kitchen: Pick<Kitchen, 'exportFile' | 'caller'>) {
  const tickets = new Map<string, Visitor & { exportId: string; endsAt: number }>()

  /** As far as it is written. */
  function find(exportId: string, screenId: string): { path: string; bytes: number } | null {
    const file = kitchen.exportFile(kitchen.caller(screenId), exportId)
    return file === null || file.bytes === 0 ? null : file
  }

  /** For whom a ticket was made; it is good no more from then on. */
  function use(ticket: string, exportId: string): Visitor | null {
    const found = tickets.get(ticket)
    tickets.delete(ticket)
    if (found === undefined || found.exportId !== exportId) return null
    return found.endsAt < performance.now() ? null : found
  }

  return {
    /** The address of an export, good once and for a short while; null where the screen may not have it. */
    address(exportId: string, screenId: string) {
      if (find(exportId, screenId) === null) return null
      const ticket = randomBytes(24).toString('base64url')
      tickets.set(ticket, { exportId, screenId, endsAt: performance.now() + ticketLastsMs })
      for (const oldest of tickets.keys()) if (tickets.size > mostTickets) tickets.delete(oldest)
      return `exports/${exportId}.csv?ticket=${ticket}`
    },
    /** Answers such an address; false where there is nothing to get by it. A script says who it is and needs no ticket. */
    async send(url: string, visitor: Visitor | null, response: ServerResponse) {
      const [, exportId = '', ticket = ''] = exportUrl.exec(url) ?? []
      const found = use(ticket, exportId) ?? visitor
      const file = found === null ? null : find(exportId, found.screenId)
      if (file === null) return false
      response.writeHead(200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="guests.csv"',
        'content-length': file.bytes,
        'cache-control': 'no-store',
      })
      await pipeline(createReadStream(file.path, { end: file.bytes - 1 }), response)
      return true
    },
  }
}
