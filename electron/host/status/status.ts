import { statusContract } from '#contract/status/contract.ts'
import { ok, type AppError, type Result } from '#contract/shared/result.ts'
import type { Status, Versions } from '#contract/status/status.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { isoNow } from '../clock/clock.ts'
import { store } from '../connection/connection.ts'
import { countSetAside } from '../db/rows.ts'
import { backups } from '../backups/backups.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { guests } from '../guests/guests.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type Context } from '../noun.ts'
import { storeHours } from '../store-hours/store-hours.ts'
import { moved } from '../db/hand-over.ts'
import { noToken } from '../outbox/token.ts'
import { readVersions } from '../core/versions.ts'

const unencrypted: AppError = { code: 'unreachable', reason: 'unencrypted' }

/** What each screen shows about the connection and the database. */
class HostStatus {
  readonly handlers: HandlersOf<'status'> = handlersOf(statusContract, this)
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  get(): Result<Status> {
    return ok(this.current())
  }

  versions(): Result<Versions> {
    return ok(readVersions())
  }

  current(): Status {
    const { use, archive, clock, skew, mode, damage, outbox, file, storeMove } = this.#context
    const atPlatform = use(store)
    const menus = use(menu)
    return {
      now: isoNow(clock),
      skewMs: skew.ms,
      mode,
      store: atPlatform.store,
      storeSeen: atPlatform.seen,
      notAllowed: atPlatform.notAllowed,
      permissions: atPlatform.permissions,
      ...use(inboxMessages).status(),
      outbox: {
        ...outbox.counts(),
        paused: storeMove.isAway ? moved : (outbox.paused ?? this.#heldBack()),
      },
      damage,
      ...(archive.trouble !== null && { archive: archive.trouble }),
      ...(storeMove.isAway && { movedAt: storeMove.handOver?.at ?? '' }),
      backup: use(backups).status,
      setAside: countSetAside(file),
      menus: menus.reportedAt === null ? null : menus.state.choice,
      pause: use(storeHours).currentPause,
      guestsForgottenAt: use(guests).forgottenAt,
    }
  }

  /** Why nothing is sent before anything is tried. */
  #heldBack(): AppError | null {
    const { connection, use } = this.#context
    if (connection === null) return noToken
    return use(store).isBlockedUnencrypted ? unencrypted : null
  }
}

/** The noun of status. */
export const status = defineNoun(statusContract, {
  needs: [inboxMessages, store, menu, guests, backups, storeHours],
  create: (context) => new HostStatus(context),
})
