import type { FleetStatus, StoreTrouble } from '#contract/relay/fleet.ts'

/** A store sends its status every 30 seconds: two in a row are missing. */
export const silentAfterMs = 90_000

/** Less than this on the disk, and other programs of the computer get into trouble too. */
const leastDiskMb = 1_000

/** A backup is made every day, also where the computer is off at night. */
const oldBackupMs = 48 * 3_600_000

/** What is wrong with a store that isn't silent, the worst first. `now` in epoch ms. */
export function troublesOf(status: FleetStatus, now: number): StoreTrouble[] {
  const found: [StoreTrouble, boolean][] = [
    ['not-saving', !status.isSaving],
    ['refused', status.platform === 'refused'],
    ['offline', status.platform === 'not-reached'],
    ['late', status.lateTickets > 0],
    ['needs-person', status.needsPerson > 0],
    ['disk', status.diskFreeMb !== null && status.diskFreeMb < leastDiskMb],
    [
      'backup',
      status.isBackupFailing || (status.backupAt !== null && now - status.backupAt > oldBackupMs),
    ],
  ]
  return found.flatMap(([trouble, isSo]) => (isSo ? [trouble] : []))
}
