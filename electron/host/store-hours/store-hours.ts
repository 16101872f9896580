import { fail, ok, type AppError } from '#contract/result.ts'
import { longestPauseDays, storeHoursContract, type StoreHours } from '#contract/store-hours.ts'
import { pauseAt, pauseEnd, type DesiredPause } from '#domain/store-hours/pause.ts'
import { oddDay, turnWeekdays } from '#domain/store-hours/weekdays.ts'
import { isPausedBySchedule, scheduleToSend } from '#platform/stores.ts'
import { isoNow } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import { enqueueNewest, withdrawUnsent } from '../outbox/newest-wins.ts'
import { isNotSending, isQueued, notNeeded } from '../outbox/outbox.ts'
import { isOpen } from '../outbox/rows.ts'
import { noToken } from '../outbox/token.ts'
import { createKnownHours } from './known-hours.ts'
import { storeRules } from './outbox.ts'
import { changeRows, createHoursStore, hoursRows, subject } from './store.ts'

const dayMs = 24 * 3_600_000
/** How long hours wait behind other requests, and for a platform that can't be reached. */
const waitMs = 10_000

/** The noun of the store's hours and pauses. */
export const storeHours = defineNoun(storeHoursContract, {
  needs: [menu],
  tables: [
    { ...hoursRows, shows: { kinds: ['pause', 'store-hours'], entries: 'newest' } },
    { ...changeRows, old: { since: 'at' } },
  ],
  create(context) {
    const { db, clock, agreed, outbox, newId, notify, connection } = context
    const menus = context.use(menu)
    const store = createHoursStore(context)
    const known = createKnownHours(context, store)

    /** The hours that wait, and since when, on the monotonic clock; null if none do. */
    let waiting: { id: string; since: number } | null = null

    function onChange(): void {
      notify({ type: 'storeHours.changed' })
      context.statusChanged()
    }

    function pauseNow() {
      const { desired, closedUntil } = store.load()
      return pauseAt(desired, outbox.delivery('pause', subject), closedUntil, clock.now())
    }

    function read(): StoreHours {
      const { sent } = store.load()
      const delivery = outbox.delivery('store-hours', subject)
      return {
        ...known.view(),
        sent:
          sent === null || delivery === null
            ? null
            : { hours: sent.hours, at: sent.at, screen: sent.screen, delivery },
      }
    }

    /** Why a pause can't be sent: by the schedule it needs a copy of the hours. */
    function obstacle(): AppError | null {
      const needsHours = isPausedBySchedule(context.dialect)
      const { known: copy } = store.load()
      const isMissing = needsHours && (copy === null || copy.unread.length > 0)
      return isMissing ? { code: 'refused', reason: 'hours-unknown' } : null
    }

    function ask(desired: DesiredPause): void {
      const { desired: before } = store.load()
      const open = outbox.open('pause', subject)
      if (before !== null && open !== null && isNotSending(open))
        store.noteUnconfirmed(before.askedAt)
      store.change({ desired })
      store.note({
        id: newId(),
        at: desired.askedAt,
        kind: desired.until === null ? 'open' : 'pause',
        until: desired.until,
        screen: desired.screen,
      })
      // Nothing was sent, so there is nothing to take back.
      const isUnsent =
        desired.until === null &&
        store.load().closedUntil === null &&
        withdrawUnsent(outbox, { kind: 'pause', subject })
      if (!isUnsent)
        enqueueNewest(outbox, { id: desired.tapId, kind: 'pause', subject, payload: desired })
      onChange()
    }

    /** A pause that is over needs no sending any more. */
    function dropOver(): void {
      const { desired } = store.load()
      if (desired === null || desired.until === null) return
      if (Date.parse(desired.until) > agreed.now()) return
      if (outbox.open('pause', subject) === null) return
      db.transact(() => {
        if (outbox.move('pause', subject, isNotSending, notNeeded) !== null)
          store.noteUnconfirmed(desired.askedAt)
        onChange()
      })
    }

    /** Hours replace what others set meanwhile, so they don't wait for a connection. */
    function dropWaiting(): void {
      const open = outbox.open('store-hours', subject)
      const id = open?.state === 'queued' ? open.id : null
      if (id === null) waiting = null
      // A person may have sent them again since the last look.
      else if (waiting?.id !== id) waiting = { id, since: clock.monotonic() }
      if (waiting === null || clock.monotonic() < waiting.since + waitMs) return
      db.transact(() => {
        outbox.move('store-hours', subject, isQueued, { state: 'withdrawn', reason: 'offline' })
        onChange()
      })
    }

    return {
      handlers: {
        'storeHours.read': () => ok(read()),
        'storeHours.history': () => ok(store.history()),

        'storeHours.pause': ({ tapId, length }, { name: screen }) =>
          db.transact(() => {
            const now = clock.now()
            const end = pauseEnd(length, now, Date.parse(known.view().endOfToday))
            if (end <= now || end > now + longestPauseDays * dayMs)
              return fail('bad-input', 'until: must be within the next seven days')
            if (store.load().desired?.tapId === tapId) return ok(null)
            const missing = obstacle()
            if (missing !== null) return { ok: false, error: missing }
            ask({ tapId, until: new Date(end).toISOString(), askedAt: isoNow(clock), screen })
            return ok(null)
          }),

        'storeHours.open': ({ tapId }, { name: screen }) =>
          db.transact(() => {
            if (store.load().desired?.tapId === tapId) return ok(null)
            const missing = obstacle()
            if (missing !== null) return { ok: false, error: missing }
            ask({ tapId, until: null, askedAt: isoNow(clock), screen })
            return ok(null)
          }),

        'storeHours.answerQuestion': ({ weekday }) =>
          db.transact(() => {
            const hours = known.read()?.hours
            const odd = hours === undefined ? null : oddDay(hours)
            if (odd === null) return fail('not-found')
            menus.confirmWeekdays(turnWeekdays(known.weekdays(), odd.weekday, weekday))
            notify({ type: 'stock.replaced' })
            onChange()
            return ok(read())
          }),

        'storeHours.send': ({ tapId, version, hours }, { name: screen }) =>
          db.transact(() => {
            const { sent, known: copy, closedUntil } = store.load()
            if (sent?.tapId === tapId) return ok(read())
            const view = known.view()
            if (connection === null) return { ok: false, error: noToken }
            if (outbox.paused !== null) return { ok: false, error: outbox.paused }
            const last = outbox.newest('store-hours', subject)
            if (last !== null && isOpen(last)) return fail('too-late', undefined, 'hours-under-way')
            if (version !== view.version) return fail('too-late', undefined, 'hours-changed')
            if (view.unread.length > 0)
              return fail('refused', view.unread.join(', '), 'hours-unknown')
            if (view.question !== null) return fail('refused', undefined, 'weekdays-unknown')
            const isPaused = closedUntil !== null && Date.parse(closedUntil) > clock.now()
            const { specialPeriods, ...schedule } = known.toSchedule(hours)
            // The field is not documented, so it is sent only if there is something to say.
            const hasSpecial =
              specialPeriods.length > 0 || (copy?.schedule.specialPeriods ?? []).length > 0
            const body = scheduleToSend(
              {
                value: {
                  _id: copy?.storeId ?? context.storeId ?? '',
                  timezone: context.timeZone(),
                  schedule: copy?.schedule,
                },
              },
              {
                ...schedule,
                ...(hasSpecial ? { specialPeriods } : {}),
                closedUntilDate: isPaused ? closedUntil : null,
              },
            )
            if (!body.ok) return fail('bad-input', body.failure.message)
            const at = isoNow(clock)
            store.change({ sent: { tapId, hours, at, screen } })
            store.note({ id: newId(), at, kind: 'hours', until: null, screen })
            const payload = { tapId, body: body.value }
            outbox.enqueue({ id: tapId, kind: 'store-hours', subject, payload })
            onChange()
            return ok(read())
          }),
      },
      api: {
        get pause() {
          return pauseNow()
        },
        /** What is known of the hours. */
        view: known.view,
      },
      outbox: storeRules({ context, store, onChange }),
      listens: {
        'store.answered'(answered) {
          if (known.learn(answered)) onChange()
        },
      },
      catchUp() {
        dropOver()
        dropWaiting()
      },
    }
  },
})
