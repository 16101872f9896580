import type { StoreTrouble } from '#contract/relay/fleet.ts'
import type { StoreStatus } from '#contract/relay/store-status.ts'

/** A store sends its status every 30 seconds: two in a row are missing. */
export const silentAfterMs = 90_000

/** Less than this on the disk, and other programs of the computer get into trouble too. */
const minDiskMb = 1_000

/** A backup is made every day, also where the computer is off at night. */
const oldBackupSeconds = 48 * 3_600

/** What is wrong with a store that isn't silent, the worst first. */
export function troublesOf(status: StoreStatus): StoreTrouble[] {
  const found: [StoreTrouble, boolean][] = [
    ['not-saving', !status.isSaving],
    ['refused', status.platform === 'refused'],
    ['offline', status.platform === 'not-reached'],
    ['late', status.lateTickets > 0],
    ['needs-person', status.needsPerson > 0],
    ['disk', status.diskFreeMb !== null && status.diskFreeMb < minDiskMb],
    [
      'backup',
      status.isBackupFailing || (status.backupAge !== null && status.backupAge > oldBackupSeconds),
    ],
  ]
  return found.flatMap(([trouble, isSo]) => (isSo ? [trouble] : []))
}
