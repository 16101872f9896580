import { menusOf } from '#domain/menu/menus-of.ts'
import { AnswerMemory } from '#platform/call/answer-memory.ts'
import { failed, type CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { Menu as WireMenu } from '#platform/menu.ts'
import { listMenus } from '#platform/menus.ts'
import type { Clock } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import type { MenuCache } from './cache.ts'
import { hasContents, maxSingly, readSingly, targetsOf } from './single-menus.ts'

/** How long a "not modified" answer is trusted before the menus are read in full once. */
const answerValidMs = 60 * 60_000
/** How long menus are read one by one before a list over the limit is tried again. */
const singlyMs = 60 * 60_000

/** Whether a list may be too long: only part of it came, or it took too long to come. */
const mayBeTooLong = ({ kind, reason, partial }: CallFailure): boolean =>
  partial === true || (kind === 'lost' && reason === 'too-slow')
/** Whether it is longer than we read, so that it is too long the next time as well. */
const isOverLimit = ({ kind, partial }: CallFailure): boolean =>
  partial === true && kind === 'unreadable'

const withoutIds = failed('unreadable', 'no menu has an id').failure

/** It remembers only which answer it was; the menus themselves are in the cache. */
const answersOf = (clock: Clock, max: number): AnswerMemory =>
  new AnswerMemory({
    max,
    validForMs: answerValidMs,
    now: () => clock.monotonic(),
    slim: () => [],
  })

interface MenuSourceDeps extends Pick<Context, 'clock' | 'isOurs' | 'log'> {
  connection: Connection
  cache: MenuCache
  /** The ids of menus that orders named. */
  ordered(): readonly string[]
}

/**
 * Reads the menus from the platform and stores them: all in one list, or one by one if the list is
 * too long (platform/README.md, Menus).
 */
export class MenuSource {
  readonly #deps: MenuSourceDeps
  readonly #lists: AnswerMemory
  readonly #singles: AnswerMemory
  /** On the monotonic clock. */
  #listAgainAt = 0
  #needsId = false

  constructor(deps: MenuSourceDeps) {
    this.#deps = deps
    this.#lists = answersOf(deps.clock, 1)
    this.#singles = answersOf(deps.clock, maxSingly)
  }

  /** Whether the list is too long, and no id of a menu is known. */
  get needsId(): boolean {
    return this.#needsId
  }

  /** Returns why nothing was stored; null if something was. */
  async read(): Promise<CallFailure | null> {
    const { clock, connection, cache, isOurs } = this.#deps
    if (clock.monotonic() < this.#listAgainAt) return this.#readOneByOne(cache.all, null)
    this.#needsId = false
    const askedAt = clock.now()
    const result = await listMenus(connection, {}, { memory: this.#lists })
    if (cache.isClosed) return null
    if (!result.ok) {
      const { failure } = result
      return mayBeTooLong(failure) ? this.#readInsteadOfList(cache.all, failure) : failure
    }
    const { value, unread = [] } = result
    const toldAt = this.#reportedAt(result.answeredAt, askedAt)
    if (result.repeated === true) {
      await cache.storeRepeat(toldAt)
      return null
    }
    if (!menusOf(value, isOurs).menus.every(hasContents)) {
      const failure = await this.#readInsteadOfList(value, null)
      // Heads alone must not replace what is known.
      if (failure === null || cache.items.items.length > 0) return failure
    }
    this.#singles.clear()
    await cache.storeMenus(value, unread, toldAt)
    return null
  }

  /** Tries the list with the next read, however long it was. */
  tryList(): void {
    this.#listAgainAt = 0
  }

  /** What was read could not be stored: it must be read in full again. */
  forget(): void {
    this.#lists.clear()
    this.#singles.clear()
  }

  /** The platform's time of an answer: it can't be from the future, even if its clock is ahead. */
  #reportedAt(answeredAt: number | null, askedAt: number): string {
    return new Date(Math.min(answeredAt ?? askedAt, this.#deps.clock.now())).toISOString()
  }

  /** Reads the store's menus one by one. `listed` are the website's, as far as they are known. */
  async #readOneByOne(
    listed: readonly WireMenu[],
    listFailure: CallFailure | null,
  ): Promise<CallFailure | null> {
    const { clock, connection, cache, isOurs, log, ordered } = this.#deps
    const askedAt = clock.now()
    const targets = targetsOf(listed, menusOf(listed, isOurs).menus, cache.all, ordered())
    const memory = this.#singles
    const read = await readSingly(connection, targets, { memory, isStopped: () => cache.isClosed })
    this.#needsId = targets.length === 0
    if (cache.isClosed || read.count === 0) {
      this.#listAgainAt = 0
      return listFailure ?? read.failure ?? withoutIds
    }
    const { count, failed } = read
    if (failed > 0) log.warn('menus not read one by one', { count, failed })
    const toldAt = this.#reportedAt(read.answeredAt, askedAt)
    const others = listed.filter((menu) => !targets.some((target) => target.listed === menu))
    if (read.isRepeat && cache.shown.older.length === 0) await cache.storeRepeat(toldAt)
    else await cache.storeMenus([...read.menus, ...others], read.unread, toldAt, read)
    return null
  }

  async #readInsteadOfList(
    listed: readonly WireMenu[],
    listFailure: CallFailure | null,
  ): Promise<CallFailure | null> {
    // The next list must be read in full: the stored menus won't be those of the last one.
    this.#lists.clear()
    const failure = await this.#readOneByOne(listed, listFailure)
    if (failure === null && listFailure !== null && isOverLimit(listFailure))
      this.#listAgainAt = this.#deps.clock.monotonic() + singlyMs
    return failure
  }
}
