import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A person may set the wall clock wrong, and the platform may report a wrong time. So each place
// that reads the wall clock says here what for.

const electron = join(import.meta.dirname, '../..')

const reads =
  /\b(?:clock|machine)\.now\b|\bisoNow\(|\bDate\.now\b|\bnew Date\(\)|\bagreed\.now\(|\.toDelete\(\)|'now'|\bTemporal\.Now\b/g

/** A wrong time here is only visible to people, who can check or ask again. */
const harmless = [
  /** The host's clocks are built on it (README.md of inbox, When). */
  'clock',
  /** On a screen, on paper, or in an answer to a person. */
  'shown',
  /** In a request to the platform, as the corrected time. */
  'asked',
  /** Stored with a row, a file or a log line: when it happened. */
  'stamp',
] as const

/** Decisions by the wall clock, with the tests that set a clock and still get the right result. */
const decisions = {
  deletes: [
    'host/clock/clock-set.test.ts › %s: nothing is deleted, nothing expires, and the clock is reported',
    'host/clock/clock-skew.test.ts › nothing is deleted while the platform sends no time',
    'host/retention/retention.test.ts › an evening with a clock of 1970 is not old once the clock is right',
  ],
  ends: [
    'host/clock/clock-set.test.ts › %s: nothing is deleted, nothing expires, and the clock is reported',
    'host/reservations/changing.test.ts › a clock that is set ahead while the old one is cancelled',
    'host/preparation-time/preparation-time.test.ts › a clock that is set ahead doesn’t end a change early',
    'host/store-hours/pause.test.ts › a clock that is set ahead drops no pause that was not sent',
    'host/instructions/instructions.test.ts › a clock that is set ahead makes none too old',
    'relay/fleet/fleet.test.ts › a session ends after a week, and each visit renews it',
  ],
  /** Sending, repeating, giving up. */
  sends: [
    'host/clock/clock-set.test.ts › by $jumps ms, restart $restarts: each bump is confirmed, once',
    'host/host.test.ts › by %i ms neither hurries nor stalls a bump',
  ],
  /** How long the platform may process an item, and how long a count may wait. */
  lasts: ['host/stock/sleep.test.ts › a FINISHED that never comes is missed in time, though'],
  /** Whether the menu is newer than a change. */
  outranks: [
    'host/stock/menu-lag.test.ts › a menu that came while the platform’s clock was wrong',
    '../test/agreement/hand-over.test.ts › a second hand-over counts, also after the clock was set back',
  ],
  /** Whether the whole order list is read. */
  looks: ['host/feeds/poller.test.ts › after a failure, a tap or a clock change, the whole list'],
  locks: ['host/screens/pin.test.ts › a lock goes on by the clock that nobody sets'],
  unlocks: ['host/screens/screens.test.ts › lasts no longer where the clock is set back'],
  /** Which backups are kept, and whether a restore is tested again. */
  copies: [
    'host/db/stored-backups.test.ts › a clock that was years ahead for a day drops no newer backup',
  ],
  /** Whether a ticket is printed automatically, and when its job moves to another printer. */
  prints: [
    'host/printers/wrong-clock.test.ts › a clock that is set %s keeps no ticket from the printer',
  ],
  /** Moves what is over into the archive, where it is found as before. */
  moves: ['host/archive/mover.test.ts › past orders are moved a day after they left the wall'],
  /** `Retry-After` as a date, between a second and ten minutes. */
  waits: ['platform/call/retry.test.ts › read requests may be repeated'],
  /** Whether a certificate is still valid, and from when a new one is. */
  certifies: [
    'network/network.test.ts › renews its certificate a month before the end',
    'desktop/screen-mode/joining.test.ts › only one of the compared authority, for the name',
    'network/network.test.ts › renews it by a time that the platform confirms, and by no other',
    'network/network.test.ts › trusts the same words and stays, whatever the clock says in between: %s',
    'network/certificates/certificates.test.ts › a certificate ages by a confirmed time only',
    'network/certificates/certificates.test.ts › a certificate from the future was made',
    'relay/chain/isolation.test.ts › an expired certificate is refused, and a new one counts',
  ],
  /** Whether a downloaded update may be installed now, and since when it has waited. */
  installs: [
    'host/updates/updates.test.ts › a clock that is set to the time for updates installs nothing while a ticket is open',
  ],
  /** Whether a program that ended with errors starts again. */
  starts: ['desktop/crashes.test.ts › a crash %s'],
}

type Purpose = (typeof harmless)[number] | keyof typeof decisions

/** How often each file reads it, and what for. */
const uses: Record<string, Partial<Record<Purpose, number>>> = {
  'desktop/app-exit.ts': { starts: 1 },
  'desktop/desktop-app.ts': { starts: 1 },
  'domain/order-status/order-status.ts': { shown: 1 },
  'domain/printers/kitchen-papers.ts': { shown: 1 },
  'domain/printers/ticket-paper.ts': { shown: 2 },
  'host/inbox-messages/inbox-messages.ts': { deletes: 1 },
  'host/chain-status/chain-status.ts': { shown: 2 },
  'host/chain-status/store-status.ts': { shown: 1 },
  'host/instructions/instructions.ts': { shown: 1, ends: 1, stamp: 1 },
  'host/clock/clock-skew.ts': { clock: 6 },
  'host/clock/clock.ts': { clock: 3, stamp: 1 },
  'host/connection/find-platform.ts': { clock: 1 },
  'host/coupons/queries.ts': { shown: 2 },
  'host/coupons/request.ts': { shown: 1 },
  'host/backup-files/commands.ts': { shown: 1 },
  'host/backups/restore-work.ts': { stamp: 2 },
  'host/backups/backup-schedule.ts': { shown: 1, stamp: 1 },
  'host/backups/test-schedule.ts': { copies: 1 },
  'host/db/rows.ts': { stamp: 1 },
  'host/doctor/examination.ts': { shown: 2 },
  'host/doctor/examine.ts': { asked: 1 },
  'host/feeds/feeds.ts': { shown: 1 },
  'host/feeds/order-list-reader.ts': { asked: 1, stamp: 2 },
  'host/feeds/poll-plan.ts': { looks: 1 },
  'host/feeds/poller.ts': { shown: 1 },
  'host/feeds/webhook.ts': { stamp: 1 },
  'host/feeds/relay/relay-feed.ts': { shown: 2 },
  'host/feeds/relay/save-batch.ts': { stamp: 1 },
  'host/guests/directory.ts': { shown: 1 },
  'host/guests/guests.ts': { deletes: 1 },
  'host/guests/visit-queries.ts': { shown: 3 },
  'host/feeds/request-guard.ts': { stamp: 1 },
  'host/log/recent-log.ts': { stamp: 1 },
  'host/archive/archive.ts': { stamp: 1 },
  'host/archive/mover.ts': { moves: 1 },
  'host/kitchen-figures/kitchen-figures.ts': { shown: 3 },
  'host/start/host-opener.ts': { stamp: 1 },
  'host/menu/source.ts': { outranks: 1, stamp: 2 },
  'host/tickets/commands.ts': { stamp: 4 },
  'host/tickets/expo-commands.ts': { stamp: 1 },
  'host/tickets/past-guests.ts': { stamp: 1 },
  'host/tickets/upkeep.ts': { shown: 2 },
  'host/tickets/events.ts': { stamp: 2 },
  'host/tickets/tickets.ts': { shown: 1 },
  'host/tickets/queries.ts': { shown: 3 },
  'host/tickets/ticket-builder.ts': { shown: 1 },
  'host/tickets/open-tickets.ts': { shown: 3, stamp: 1 },
  'host/order-status/order-status.ts': { shown: 1 },
  'host/outbox/batches.ts': { sends: 2 },
  'host/outbox/attempt.ts': { stamp: 2 },
  'host/outbox/outbox.ts': { stamp: 3, shown: 1 },
  'host/outbox/policy.ts': { sends: 1 },
  'host/preparation-time/preparation-time.ts': { ends: 2, shown: 1, stamp: 1 },
  'host/printers/automatic-printing.ts': { prints: 1 },
  'host/printers/ticket-printouts.ts': { prints: 3, shown: 1 },
  'host/printers/commands.ts': { shown: 1 },
  'host/printers/spare.ts': { prints: 1 },
  'host/printers/printers.ts': { deletes: 1 },
  'host/reservations/commands.ts': { shown: 1, stamp: 2 },
  'host/drafts/drafts.ts': { shown: 1, stamp: 1 },
  'host/reservations/events.ts': { shown: 1 },
  'host/reservations/guest-history.ts': { shown: 1 },
  'host/reservations/objections.ts': { shown: 3 },
  'host/reservations/outbox.ts': { shown: 1 },
  'host/reservations/pairs.ts': { ends: 1, shown: 1 },
  'host/reservations/queries.ts': { shown: 3 },
  'host/reservations/visits.ts': { shown: 1, stamp: 3 },
  'host/reservations/reservations.ts': { shown: 2 },
  'host/reservations/watch.ts': { ends: 1, shown: 2 },
  'host/retention/retention.ts': { deletes: 3 },
  'host/network/network.ts': { certifies: 1 },
  'host/network/pairing.ts': { locks: 2, stamp: 1 },
  'host/network/waiting-list.ts': { shown: 1 },
  'host/screens/pin-limits.ts': { locks: 1, stamp: 1 },
  'host/screens/unlockings.ts': { unlocks: 1 },
  'host/screens/store.ts': { stamp: 1 },
  'host/shifts/closing.ts': { shown: 1, stamp: 1 },
  'host/shifts/refresh.ts': { shown: 1 },
  'host/shifts/shift-job.ts': { asked: 2, stamp: 1 },
  'host/shifts/search.ts': { asked: 1, shown: 1 },
  'host/shifts/view.ts': { shown: 2 },
  'host/status/status.ts': { shown: 1 },
  'host/stock/changes.ts': { shown: 2 },
  'host/stock/commands.ts': { asked: 1, stamp: 1 },
  'host/stock/stock.ts': { shown: 2 },
  'host/stock/steps.ts': { lasts: 1 },
  'host/stock/watch.ts': { deletes: 1, ends: 3, shown: 1 },
  'host/updates/install-moment.ts': { installs: 2 },
  'host/updates/updates.ts': { installs: 1 },
  'host/store-hours/reported-hours.ts': { shown: 1, stamp: 1 },
  'host/store-hours/opening-hours.ts': { asked: 1, stamp: 1 },
  'host/store-hours/pauses.ts': { asked: 1, ends: 1, shown: 1, stamp: 1 },
  'platform/call/answer.ts': { waits: 1 },
  'platform/probe.ts': { asked: 1 },
  'relay/commands/chain.ts': { certifies: 1 },
  'relay/chain/setup.ts': { certifies: 1 },
  'relay/chain/stores.ts': { stamp: 1 },
  'relay/commands/users.ts': { stamp: 1 },
  'relay/chain/websites.ts': { stamp: 1 },
  'relay/fleet/fleet.ts': { ends: 1, shown: 1 },
  'relay/fleet/instruction-list.ts': { shown: 3 },
  'relay/fleet/instructions.ts': { stamp: 3 },
  'relay/fleet/page-streams.ts': { shown: 2 },
  'relay/fleet/statuses.ts': { shown: 1 },
  // Whether a silent store is closed is judged again at each look.
  'relay/fleet/store-table.ts': { shown: 6 },
  'cli/command/backup.ts': { stamp: 1 },
  'cli/command/export-file.ts': { stamp: 1 },
  'cli/command/restore-file.ts': { shown: 1, stamp: 1 },
  // The word over a column.
  'cli/command/restore-steps.ts': { shown: 1 },
  'cli/command/restore.ts': { shown: 1, stamp: 1 },
  'cli/command/screens.ts': { shown: 1 },
  'host/log/terminal.ts': { stamp: 1 },
  'network/network.ts': { certifies: 2 },
  'desktop/screen-mode/screen-mode.ts': { certifies: 1 },
  'host/db/hand-over.ts': { outranks: 1 },
}

/** The code without whole lines of comments. */
const codeOf = (file: string): string =>
  readFileSync(join(electron, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')

test('every use of the wall clock has a listed purpose', () => {
  const files = globSync('**/*.ts', { cwd: electron })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('practice/') && !/\.(?:test|fixture)\.ts$/.test(file))
  const wrong = [...new Set([...files, ...Object.keys(uses)])].flatMap((file) => {
    const times = files.includes(file) ? (codeOf(file).match(reads) ?? []).length : 0
    const listed = Object.values(uses[file] ?? {}).reduce((sum, count) => sum + count, 0)
    return times === listed
      ? []
      : [`electron/${file} reads the wall clock ${times} times, and ${listed} are listed`]
  })
  expect(wrong, 'say in host/clock/wall-clock.test.ts what each is for').toEqual([])
})

test.each(Object.entries(decisions))(
  'a decision by the wall clock survives a clock change: %s',
  (purpose, tests) => {
    expect(Object.values(uses).some((each) => purpose in each)).toBe(true)
    for (const each of tests) {
      const [file = '', title = ''] = each.split(' › ')
      const text = readFileSync(join(electron, file), 'utf8')
      expect(text.includes(title), `there is no test “${each}”`).toBe(true)
    }
  },
)
