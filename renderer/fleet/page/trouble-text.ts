import type { FleetStore, StoreTrouble } from '#contract/relay/fleet.ts'
import { diskText, whenText } from '../fleet-text.ts'
import { say } from '../messages.ts'

/** What a trouble means, and what to do about it. */
export function troubleText(trouble: StoreTrouble, store: FleetStore, now: number): string {
  const { status, seenAt } = store
  switch (trouble) {
    case 'silent':
      return seenAt === null
        ? say('fleetTrouble.silentNever')
        : say('fleetTrouble.silent', { time: whenText(seenAt, now) })
    case 'late':
      return say('fleetTrouble.late', { n: status?.lateTickets ?? 0 })
    case 'needs-person':
      return say('fleetTrouble.needs-person', { n: status?.needsPerson ?? 0 })
    case 'disk':
      return say('fleetTrouble.disk', { free: diskText(status?.diskFreeMb ?? null) })
    case 'backup':
      return say(
        status?.isBackupFailing === true ? 'fleetTrouble.backupFailing' : 'fleetTrouble.backup',
      )
    case 'not-saving':
    case 'refused':
    case 'offline':
      return say(`fleetTrouble.${trouble}`)
  }
}
