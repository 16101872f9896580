import { draftsContract, type CouponDraft, type ScreenDraft } from '#contract/drafts.ts'
import { mergeFields } from '#contract/merge-fields.ts'
import { fail, ok } from '#contract/result.ts'
import { isoNow } from '../clock.ts'
import { withoutTrace } from '../db/open.ts'
import { defineNoun } from '../noun.ts'
import {
  draftRows,
  draftRules,
  withoutAddresses,
  type DraftRow,
  type StoredDraftOf,
  type DraftTable,
} from './kinds.ts'

export type { CountRow } from './kinds.ts'

/**
 * What other nouns call for the drafts of their own subjects. `screen` is empty for drafts that all
 * screens share.
 */
export interface Drafts {
  load<Kind extends DraftTable>(
    kind: Kind,
    screen: string,
    subject: string,
  ): StoredDraftOf[Kind] | null
  /** Call within a transaction. */
  save<Kind extends DraftTable>(
    kind: Kind,
    screen: string,
    subject: string,
    draft: StoredDraftOf[Kind],
  ): void
  /** Call within a transaction. */
  discard(kind: DraftTable, screen: string, subject: string): void
  /**
   * Deletes drafts that name guests, all of them or those before an ISO instant, and returns how
   * many were reservations. Call within a transaction.
   */
  forgetGuests(before?: string): number
}

/** Sorts after every ISO instant. */
const afterEveryInstant = '9'

const nameOf = (kind: DraftTable, screen: string, subject: string): string =>
  JSON.stringify([kind, screen, subject])

/** Everything that is typed and not yet submitted, of every kind. */
export const drafts = defineNoun(draftsContract, {
  tables: [draftRows],
  create({ db, rows, clock, notify }) {
    const table = rows(draftRows)
    /**
     * Drafts of coupons with their guests' e-mail addresses. Each is valid as long as its row is
     * unchanged.
     */
    const whole = new Map<string, { storedAt: string; draft: CouponDraft }>()

    const isOver = ({ kind, kept_at: storedAt }: DraftRow): boolean =>
      clock.now() - Date.parse(storedAt) > (draftRules[kind]?.storedMs ?? Infinity)

    function shown(row: DraftRow): DraftRow | null {
      if (isOver(row)) return null
      if (row.kind !== 'coupon') return row
      const read = whole.get(row.name)
      const draft = read?.storedAt === row.kept_at ? read.draft : row.draft
      return Object.keys(draft.typed).length === 0 ? null : { ...row, draft }
    }

    function load<Kind extends DraftTable>(
      kind: Kind,
      screen: string,
      subject: string,
    ): StoredDraftOf[Kind] | null {
      const row = table.get(nameOf(kind, screen, subject))
      return row === null ? null : ((shown(row)?.draft ?? null) as StoredDraftOf[Kind] | null)
    }

    /** The drafts of a screen, latest last. */
    const ofScreen = (screen: string, kind: DraftTable | '%' = '%'): DraftRow[] =>
      table.all('screen = ? AND kind LIKE ? ORDER BY kept_at, rowid', screen, kind)

    function save<Kind extends DraftTable>(
      kind: Kind,
      screen: string,
      subject: string,
      draft: StoredDraftOf[Kind],
    ): void {
      const name = nameOf(kind, screen, subject)
      const row = { name, kind, screen, subject, kept_at: isoNow(clock), draft } as DraftRow
      // Insert the row again, so that it comes last even if another row has the same instant.
      table.remove(name)
      if (row.kind === 'coupon') {
        table.put({ ...row, draft: withoutAddresses(row.draft) })
        whole.set(name, { storedAt: row.kept_at, draft: row.draft })
      } else table.put(row)
      const mostOfScreen = draftRules[kind]?.mostOfScreen
      if (mostOfScreen !== undefined)
        for (const old of ofScreen(screen, kind).slice(0, -mostOfScreen)) table.remove(old.name)
    }

    function discard(kind: DraftTable, screen: string, subject: string): void {
      table.remove(nameOf(kind, screen, subject))
    }

    function forget(kind: DraftTable, before: string): number {
      const forgotten = db.run('DELETE FROM drafts WHERE kind = ? AND kept_at < ?', kind, before)
      if (forgotten > 0) notify({ type: 'drafts.changed' })
      return forgotten
    }

    function forgetGuests(before = afterEveryInstant): number {
      const addresses = [...whole].filter(([, { storedAt }]) => storedAt < before)
      for (const [name] of addresses) whole.delete(name)
      if (addresses.length > 0) notify({ type: 'drafts.changed' })
      forget('allergies', before)
      return forget('reservation', before)
    }

    /** Emptying the WAL waits for the disk. Only health data is worth that wait on every key. */
    const write = <Value>(kind: DraftTable, work: () => Value): Value =>
      kind === 'allergies' ? withoutTrace(db, () => db.transact(work)) : db.transact(work)

    const api: Drafts = { load, save, discard, forgetGuests }
    return {
      handlers: {
        'drafts.read': (_, { screen }) =>
          ok(
            ofScreen(screen).flatMap((row) => {
              const found = row.kind === 'count' ? null : shown(row)
              if (found === null) return []
              const { kind, subject, draft } = found
              return [{ kind, subject, draft } as ScreenDraft]
            }),
          ),
        'drafts.keep'({ kind, subject, base, draft }, { screen }) {
          // Drafts are stored by screen, so all screens without an id would share them.
          if (screen === '') return fail('not-found')
          const before = base ?? {}
          return write(kind, () => {
            const stored = load(kind, screen, subject) ?? before
            const { merged, conflicts } = mergeFields<object>(before, draft, stored)
            const next = merged as typeof draft
            save(kind, screen, subject, next)
            return ok({ draft: next, conflicts })
          })
        },
        'drafts.discard'({ kind, subject }, { screen }) {
          write(kind, () => discard(kind, screen, subject))
          return ok(null)
        },
      },
      api,
      forgetPeople(before) {
        forgetGuests(before)
        return false
      },
      dropOld(now) {
        for (const [kind, { storedMs }] of Object.entries(draftRules))
          forget(kind as DraftTable, new Date(now - storedMs).toISOString())
        return false
      },
    }
  },
})
