import type { FleetStatus, FleetStore } from '#contract/relay/fleet.ts'
import { numberText } from '../../locales/number.ts'
import { agoText, diskText, salesText, spanText } from '../fleet-text.ts'
import { say } from '../messages.ts'
import type { Column } from './columns.ts'

/** What a cell of the table says. */
interface FigureText {
  text: string
  isWrong?: boolean
  extra?: { text: string; isWrong: boolean }
}

/** What the store doesn't say. */
const none = '–'

function backupText({ backupAt, isBackupFailing }: FleetStatus, now: number): string {
  if (isBackupFailing) return say('fleetValue.failing')
  return backupAt === null ? say('fleetValue.never') : spanText(backupAt, now)
}

/** The text of a cell right of the store's name. */
export function figureOf(
  column: Exclude<Column, 'state' | 'store'>,
  { region, status, troubles }: FleetStore,
  now: number,
): FigureText {
  if (column === 'region') return { text: region }
  if (status === null) return { text: none }
  switch (column) {
    case 'version':
      return { text: status.app }
    case 'lastOrder':
      return { text: agoText(status.lastOrderAt, now) }
    case 'tickets': {
      const isWrong = troubles.includes('late')
      const extra = { text: say('fleetValue.late', { n: status.lateTickets }), isWrong }
      return { text: numberText(status.openTickets), ...(status.lateTickets > 0 && { extra }) }
    }
    case 'waiting': {
      const extra = {
        text: say('fleetValue.needsPerson', { n: status.needsPerson }),
        isWrong: true,
      }
      return { text: numberText(status.waiting), ...(status.needsPerson > 0 && { extra }) }
    }
    case 'feed':
      return { text: agoText(status.feedAt, now) }
    case 'disk':
      return { text: diskText(status.diskFreeMb), isWrong: troubles.includes('disk') }
    case 'backup':
      return { text: backupText(status, now), isWrong: troubles.includes('backup') }
    case 'sales':
      return { text: salesText(status.salesToday) }
    case 'covers':
      return { text: status.coversToday === null ? none : numberText(status.coversToday) }
  }
}
