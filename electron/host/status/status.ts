import { statusContract } from '#contract/status/contract.ts'
import { ok, type AppError } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { isoNow } from '../clock.ts'
import { store } from '../connection/connection.ts'
import { countSetAside } from '../db/rows.ts'
import { backups } from '../backups/backups.ts'
import { guests } from '../guests/guests.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import { storeHours } from '../store-hours/store-hours.ts'
import { moved } from '../db/hand-over.ts'
import { noToken } from '../outbox/token.ts'
import { readVersions } from '../versions.ts'

const unencrypted: AppError = { code: 'unreachable', reason: 'unencrypted' }

/** The noun of status: what each screen shows about the connection and the database. */
export const status = defineNoun(statusContract, {
  needs: [inboxMessages, store, menu, guests, backups, storeHours],
  create({ use, archive, clock, skew, mode, damage, connection, outbox, file, storeMove }) {
    const [arrived, known, menus] = [use(inboxMessages), use(store), use(menu)]

    /** Why nothing is sent before anything is tried. */
    function heldBack(): AppError | null {
      if (connection === null) return noToken
      return known.isBlockedUnencrypted ? unencrypted : null
    }
    const read = (): Status => ({
      now: isoNow(clock),
      skewMs: skew.ms,
      mode,
      store: known.store,
      storeSeen: known.seen,
      notAllowed: known.notAllowed,
      permissions: known.permissions,
      ...arrived.status(),
      outbox: {
        ...outbox.counts(),
        paused: storeMove.isAway ? moved : (outbox.paused ?? heldBack()),
      },
      damage,
      ...(archive.trouble !== null && { archive: archive.trouble }),
      ...(storeMove.isAway && { movedAt: storeMove.known?.at ?? '' }),
      backup: use(backups).status,
      setAside: countSetAside(file),
      menus: menus.reportedAt === null ? null : menus.state.choice,
      pause: use(storeHours).currentPause,
      guestsForgottenAt: use(guests).forgottenAt,
    })
    return {
      handlers: { 'status.read': () => ok(read()), 'status.versions': () => ok(readVersions()) },
      api: { read },
    }
  },
})
