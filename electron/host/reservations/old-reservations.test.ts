import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { needsDecision } from '#contract/deliveries.ts'
import type { Book, Reservation } from '#contract/reservations.ts'
import type { OutboxStatus } from '#contract/status.ts'
import { manager } from '#test/support/caller.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openOrQuarantine } from '../db/quarantine.ts'
import { createDispatch, type Handlers } from '../dispatch.ts'
import { createHost } from '../host.ts'

// 0.2.0 kept how far a reservation was sent in its row. A file of it with one in each state opens with the same on screen.

const fixture = join(import.meta.dirname, '../../../test/fixtures/store-0.2.0-reservations')

/** A reservation as 0.2.0 showed it. */
interface Before extends Omit<Reservation, 'delivery' | 'isHeld' | 'isDiscarded' | 'cancellation'> {
  state: string
  words: string | null
  cancellation: { state: string; reason: string; undoUntil: string; words: string | null } | null
}

const old = JSON.parse(readFileSync(`${fixture}.json`, 'utf8')) as {
  at: string
  storeId: string
  days: { from: string; to: string }
  reservations: Before[]
  table: string
  outbox: OutboxStatus
}

const states: Readonly<Record<string, string>> = {
  queued: 'not-yet',
  withdrawn: 'not-yet',
  confirmed: 'booked',
  unknown: 'may-exist',
}

/** How 0.2.0 would have shown it. */
function asBefore({ delivery, isHeld, isDiscarded, cancellation, ...same }: Reservation): unknown {
  const state = delivery?.state ?? 'here'
  const cancelling = cancellation?.delivery
  const { undoUntil } = cancelling ?? {}
  return {
    ...same,
    state: isDiscarded ? 'discarded' : isHeld ? 'held' : (states[state] ?? state),
    words: delivery !== null && needsDecision(delivery) ? (delivery.message ?? null) : null,
    cancellation: cancellation && {
      state:
        undoUntil !== undefined
          ? 'undoable'
          : cancelling?.state === 'unknown'
            ? 'may-be-cancelled'
            : cancelling?.state,
      reason: cancellation.reason,
      ...(undoUntil === undefined ? {} : { undoUntil }),
      words:
        cancelling && needsDecision(cancelling)
          ? (cancelling.message ?? cancelling.reason ?? null)
          : null,
    },
  }
}

/** What was shown of it: the platform's words where a person had to decide, and until when it could be taken back where it could. */
const shown = ({ state, words, cancellation, ...same }: Before): unknown => ({
  ...same,
  state,
  words: cancellation === null && ['may-exist', 'refused'].includes(state) ? words : null,
  cancellation: cancellation && {
    ...cancellation,
    words: ['may-be-cancelled', 'refused'].includes(cancellation.state) ? cancellation.words : null,
    undoUntil: cancellation.state === 'undoable' ? cancellation.undoUntil : undefined,
  },
})

async function open() {
  const file = join(temporaryFolder(), 'store.sqlite')
  writeFileSync(file, gunzipSync(readFileSync(`${fixture}.sqlite.gz`)))
  const clock = new FakeClock(old.at)
  const log = createKeptLog()
  const host = await createHost({
    ...openOrQuarantine(file, clock.now(), log),
    clock,
    log,
    chance: () => 0.5,
    mode: 'store',
    connection: null,
    storeId: old.storeId,
    webhookTokens: [],
    webhookPort: 0,
    exportsDir: `${file}-exports`,
    notify: () => undefined,
  })
  onTestFinished(() => host.close())
  const dispatch = createDispatch(
    () => host.handlers as Handlers,
    log,
    () => 'bug',
  )
  return async (name: string, input: object = {}): Promise<unknown> => {
    const result = await dispatch(manager, name, input)
    if (!result.ok) throw new Error(`${name}: ${result.error.code}`)
    return result.value
  }
}

test('each reservation of 0.2.0 is shown as it was, and waits for a person where it did', async () => {
  const read = await open()
  const { reservations } = (await read('reservations.book', old.days)) as Book
  expect(reservations.map(asBefore)).toEqual(old.reservations.map(shown))
  expect(await read('reservations.table', old.days)).toBe(old.table)
  // One to cancel by hand waits for a person in the outbox as well now, and three whose guests are forgotten.
  const { pending, needsPerson } = old.outbox
  const outbox = { pending, needsPerson: needsPerson + 4 }
  expect(await read('status.read')).toMatchObject({ setAside: 0, outbox })
})
