import { draftsContract, type CouponDraft, type ScreenDraft } from '#contract/drafts/drafts.ts'
import type { Caller } from '#contract/shared/caller.ts'
import type { Output } from '#contract/index.ts'
import { mergeFields } from '#contract/shared/merge-fields.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isoNow } from '../clock/clock.ts'
import { withoutTrace } from '../db/open.ts'
import type { Rows } from '../db/rows.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import {
  draftRows,
  draftRules,
  withoutAddresses,
  type DraftRow,
  type StoredDraftOf,
  type DraftTable,
} from './kinds.ts'

export type { CountRow } from './kinds.ts'

/** Sorts after every ISO instant. */
const afterEveryInstant = '9'

const nameOf = (kind: DraftTable, screen: string, subject: string): string =>
  JSON.stringify([kind, screen, subject])

/** Everything that is typed and not yet submitted, of every kind. */
class Drafts {
  readonly handlers: HandlersOf<'drafts'> = handlersOf(draftsContract, this)
  readonly #context: Context
  readonly #table: Rows<DraftRow>
  /**
   * Drafts of coupons with their guests' e-mail addresses. Each is valid as long as its row is
   * unchanged.
   */
  readonly #whole = new Map<string, { storedAt: string; draft: CouponDraft }>()

  constructor(context: Context) {
    this.#context = context
    this.#table = context.rows(draftRows)
  }

  // Operations

  list(_input: object, { screen }: Caller): Result<ScreenDraft[]> {
    return ok(
      this.#ofScreen(screen).flatMap((row) => {
        const draft = row.kind === 'count' ? null : this.#shown(row)
        if (draft === null) return []
        return [{ kind: draft.kind, subject: draft.subject, draft: draft.draft } as ScreenDraft]
      }),
    )
  }

  save(
    { kind, subject, base, draft }: Parsed<'drafts.save'>,
    { screen }: Caller,
  ): Result<Output<'drafts.save'>> {
    // Drafts are stored by screen, so all screens without an id would share them.
    if (screen === '') return fail('not-found')
    const before = base ?? {}
    return this.#write(kind, () => {
      const stored = this.load(kind, screen, subject) ?? before
      const { merged, conflicts } = mergeFields<object>(before, draft, stored)
      const next = merged as typeof draft
      this.put(kind, screen, subject, next)
      return ok({ draft: next, conflicts })
    })
  }

  discard({ kind, subject }: Parsed<'drafts.discard'>, { screen }: Caller): Result<null> {
    this.#write(kind, () => this.remove(kind, screen, subject))
    return ok(null)
  }

  // For nouns, about drafts of their own subjects. `screen` is empty for drafts that all screens share.

  load<Kind extends DraftTable>(
    kind: Kind,
    screen: string,
    subject: string,
  ): StoredDraftOf[Kind] | null {
    const row = this.#table.get(nameOf(kind, screen, subject))
    return row === null ? null : ((this.#shown(row)?.draft ?? null) as StoredDraftOf[Kind] | null)
  }

  /** Call within a transaction. */
  put<Kind extends DraftTable>(
    kind: Kind,
    screen: string,
    subject: string,
    draft: StoredDraftOf[Kind],
  ): void {
    const name = nameOf(kind, screen, subject)
    const savedAt = isoNow(this.#context.clock)
    const row = { name, kind, screen, subject, kept_at: savedAt, draft } as DraftRow
    // Insert the row again, so that it comes last even if another row has the same instant.
    this.#table.remove(name)
    if (row.kind === 'coupon') {
      this.#table.put({ ...row, draft: withoutAddresses(row.draft) })
      this.#whole.set(name, { storedAt: savedAt, draft: row.draft })
    } else this.#table.put(row)
    const maxOfScreen = draftRules[kind]?.maxOfScreen
    if (maxOfScreen !== undefined)
      for (const old of this.#ofScreen(screen, kind).slice(0, -maxOfScreen))
        this.#table.remove(old.name)
  }

  /** Call within a transaction. */
  remove(kind: DraftTable, screen: string, subject: string): void {
    this.#table.remove(nameOf(kind, screen, subject))
  }

  /**
   * Deletes drafts that name guests, all of them or those before an ISO instant, and returns how
   * many were reservations. Call within a transaction.
   */
  forgetGuests(before = afterEveryInstant): number {
    const addresses = [...this.#whole].filter(([, { storedAt }]) => storedAt < before)
    for (const [name] of addresses) this.#whole.delete(name)
    if (addresses.length > 0) this.#context.notify({ type: 'drafts.changed' })
    this.#forget('allergies', before)
    this.#forget('guestNote', before)
    return this.#forget('reservation', before)
  }

  // Housekeeping

  forgetPeople(before: string): boolean {
    this.forgetGuests(before)
    return false
  }

  dropOld(now: number): boolean {
    for (const [kind, { storedMs }] of Object.entries(draftRules))
      this.#forget(kind as DraftTable, new Date(now - storedMs).toISOString())
    return false
  }

  #isOver({ kind, kept_at: savedAt }: DraftRow): boolean {
    const age = this.#context.clock.now() - Date.parse(savedAt)
    return age > (draftRules[kind]?.storedMs ?? Infinity)
  }

  #shown(row: DraftRow): DraftRow | null {
    if (this.#isOver(row)) return null
    if (row.kind !== 'coupon') return row
    const whole = this.#whole.get(row.name)
    const draft = whole?.storedAt === row.kept_at ? whole.draft : row.draft
    return Object.keys(draft.typed).length === 0 ? null : { ...row, draft }
  }

  /** The drafts of a screen, latest last. */
  #ofScreen(screen: string, kind: DraftTable | '%' = '%'): DraftRow[] {
    return this.#table.all('screen = ? AND kind LIKE ? ORDER BY kept_at, rowid', screen, kind)
  }

  #forget(kind: DraftTable, before: string): number {
    const { db, notify } = this.#context
    const count = db.run('DELETE FROM drafts WHERE kind = ? AND kept_at < ?', kind, before)
    if (count > 0) notify({ type: 'drafts.changed' })
    return count
  }

  /** Emptying the WAL waits for the disk. Only what may be health data is worth that wait on every key. */
  #write<Value>(kind: DraftTable, work: () => Value): Value {
    const { db } = this.#context
    const isSensitive = kind === 'allergies' || kind === 'guestNote'
    return isSensitive ? withoutTrace(db, () => db.transact(work)) : db.transact(work)
  }
}

/** The noun of drafts. */
export const drafts = defineNoun(draftsContract, {
  tables: [draftRows],
  create: (context) => new Drafts(context),
})
