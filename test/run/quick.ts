import { dirname } from 'node:path'
import { findFiles } from './files.ts'
import { projectOf } from './vitest-groups.ts'

/**
 * What `npm test` leaves to `npm run test:all`. Unit tests are in it unless they are named here;
 * component and process tests only if they are; journeys if they are tagged `@quick`. The table in
 * docs/developers/quick-run.md says what covers the rest.
 */

/** Unit tests of hostile or large input. */
export const leftOutUnits: readonly string[] = [
  'electron/domain/tickets/odd-fields.test.ts',
  'electron/host/soak.test.ts',
  'electron/host/outbox/faults.test.ts',
  'electron/host/outbox/many.test.ts',
  'electron/host/outbox/misbehaving.test.ts',
  'electron/host/feeds/polling-chance.test.ts',
  'electron/host/feeds/polling-traffic.test.ts',
  'electron/host/feeds/relay/lost-relay.test.ts',
  'electron/host/feeds/relay/relay-feed.test.ts',
  'electron/host/feeds/large-bodies.test.ts',
  'electron/host/backup-file/backup-file.test.ts',
  'electron/host/backups/restore.test.ts',
  'electron/host/backups/weekly-test.test.ts',
  'electron/host/chain-status/on-the-wire.test.ts',
  'electron/host/clock/clock-set.test.ts',
  'electron/host/clock/skewed.test.ts',
  'electron/host/connection/hostile-tokens.test.ts',
  'electron/host/doctor/examine.test.ts',
  'electron/host/doctor/proven-names.test.ts',
  'electron/host/doctor/questions.test.ts',
  'electron/host/doctor/writing.test.ts',
  'electron/host/guests/export.test.ts',
  'electron/host/hot-loop.test.ts',
  'electron/host/odd-payments.test.ts',
  'electron/host/printers/line-image.test.ts',
  'electron/host/printers/no-printer.test.ts',
  'electron/host/printers/usb-device.test.ts',
  'electron/host/reservations/changing-interrupted.test.ts',
  'electron/host/shifts/search.test.ts',
  'electron/host/stock/lost-rows.test.ts',
  'electron/platform/many-odd-records.test.ts',
  'electron/relay/fleet/instructions.test.ts',
  'electron/web/large-calls.test.ts',
  'renderer/clock/written-times.test.ts',
  'test/agreement/every-name.test.ts',
  'test/agreement/hand-over.test.ts',
  'test/agreement/stock-operations.test.ts',
  'test/support/walks.test.ts',
]

/** One or two small component tests a room: the one that is named like it, with axe, and some others. */
export const quickComponents: readonly string[] = [
  ...findFiles('renderer/*/*-accessible.browser.test.ts'),
  'renderer/reservations/intake/drafts.browser.test.ts',
  'renderer/close-out/past/PastList.browser.test.ts',
  'renderer/close-out/shifts.browser.test.ts',
  'renderer/kitchen-figures/use-figures.browser.test.ts',
  'renderer/settings/rows.browser.test.ts',
  'renderer/connection/setup/setup-accessible.browser.test.ts',
  'renderer/app/App.browser.test.ts',
  'renderer/app/start.browser.test.ts',
  'renderer/app/alerts/seen-damage.browser.test.ts',
  'renderer/state/ledger/use-ledger.browser.test.ts',
  'renderer/state/host-query.browser.test.ts',
  'renderer/state/host-command.browser.test.ts',
  'renderer/ui/dialog/AppDialog.browser.test.ts',
  'renderer/ui/field/form.browser.test.ts',
]

/** Kills, leases, and one test of each program. */
export const quickProcesses: readonly string[] = [
  'test/kill/kill.process.test.ts',
  'test/kill/chain.process.test.ts',
  'test/kill/shift-count.process.test.ts',
  'electron/host/db/folder-lease.process.test.ts',
  'electron/host/start/code-cache.process.test.ts',
  'electron/host/worker/worker.process.test.ts',
  'electron/cli/one-folder.process.test.ts',
  'electron/web/standby.process.test.ts',
  'electron/cli/supervise.process.test.ts',
  'electron/cli/command/command.process.test.ts',
  'electron/cli/doctor.process.test.ts',
  'electron/cli/practice.process.test.ts',
  'electron/relay/relay.process.test.ts',
]

/** The tag of the journeys in it. */
export const quickTag = '@quick'

/** The unit tests in it, of all test files. */
export const quickUnits = (tests: readonly string[]): string[] =>
  tests.filter((file) => projectOf(file) === 'unit' && !leftOutUnits.includes(file))

/** More files would take longer than the quick run has; `npm run test:changed` runs them all. */
const maxOfChange = 8

/** The component tests beside changed files of the page. */
export function componentsOf(changed: readonly string[], tests: readonly string[]): string[] {
  const folders = new Set(
    changed.filter((file) => file.startsWith('renderer/')).map((file) => dirname(file)),
  )
  return tests
    .filter((file) => file.endsWith('.browser.test.ts') && folders.has(dirname(file)))
    .filter((file) => !quickComponents.includes(file))
    .slice(0, maxOfChange)
}
