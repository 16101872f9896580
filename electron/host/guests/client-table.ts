import type { LoyaltyClientRow } from '#domain/guests/guest.ts'
import { tableHead, tableLines } from '../table.ts'

const columns = [
  '_id',
  'name',
  'email',
  'phone',
  'firstLogin',
  'lastLogin',
  'firstOrder',
  'lastOrder',
  'ordersCount',
  'pointsBalance',
  'marketingEmailEnabled',
] as const

/** The line that names the columns. */
export const clientTableHead = (): string => tableHead(columns)

/** Clients as lines; what a spreadsheet would take for a formula is escaped. */
export const clientTableLines = (clients: readonly LoyaltyClientRow[]): string =>
  tableLines(clients.map((client) => columns.map((name) => client[name] ?? null)))
