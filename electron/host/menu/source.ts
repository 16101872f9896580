import { menusOf } from '#domain/menu/menus-of.ts'
import { AnswerMemory } from '#platform/call/answer-memory.ts'
import { failed, type CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { Menu as WireMenu } from '#platform/menu.ts'
import { listMenus } from '#platform/menus.ts'
import type { Context } from '../noun.ts'
import type { MenuCache } from './cache.ts'
import { hasContents, mostSingly, readSingly, targetsOf } from './single-menus.ts'

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

export type MenuSource = ReturnType<typeof createMenuSource>

/**
 * Reads the menus from the platform and stores them: all in one list, or one by one if the list is
 * too long (platform/README.md, Menus). `ordered` are the ids of menus that orders named.
 */
export function createMenuSource(
  { clock, isOurs, log }: Pick<Context, 'clock' | 'isOurs' | 'log'>,
  connection: Connection,
  cache: MenuCache,
  ordered: () => readonly string[],
) {
  // They remember only which answer it was; the menus themselves are in the cache.
  const remember = (most: number) =>
    new AnswerMemory({
      most,
      validForMs: answerValidMs,
      now: () => clock.monotonic(),
      slim: () => [],
    })
  const lists = remember(1)
  const singles = remember(mostSingly)
  /** On the monotonic clock. */
  let listAgainAt = 0
  let needsId = false

  /** The platform's time of an answer: it can't be from the future, even if its clock is ahead. */
  const reportedTimeOf = (answeredAt: number | null, askedAt: number): string =>
    new Date(Math.min(answeredAt ?? askedAt, clock.now())).toISOString()

  /** Reads the store's menus one by one. `known` are the website's, as far as they are known. */
  async function readOneByOne(
    known: readonly WireMenu[],
    listFailure: CallFailure | null,
  ): Promise<CallFailure | null> {
    const askedAt = clock.now()
    const targets = targetsOf(known, menusOf(known, isOurs).menus, cache.all, ordered())
    const read = await readSingly(connection, targets, {
      memory: singles,
      isStopped: cache.isClosed,
    })
    needsId = targets.length === 0
    if (cache.isClosed() || read.count === 0) {
      listAgainAt = 0
      return listFailure ?? read.failure ?? withoutIds
    }
    const { count, failed } = read
    if (failed > 0) log.warn('menus not read one by one', { count, failed })
    const toldAt = reportedTimeOf(read.answeredAt, askedAt)
    const others = known.filter((menu) => !targets.some((target) => target.known === menu))
    if (read.isRepeat && cache.state.older === null) await cache.storeRepeat(toldAt)
    else await cache.storeMenus([...read.menus, ...others], read.unread, toldAt, read)
    return null
  }

  async function insteadOfList(
    known: readonly WireMenu[],
    listFailure: CallFailure | null,
  ): Promise<CallFailure | null> {
    // The next list must be read in full: the stored menus won't be those of the last one.
    lists.clear()
    const failure = await readOneByOne(known, listFailure)
    if (failure === null && listFailure !== null && isOverLimit(listFailure))
      listAgainAt = clock.monotonic() + singlyMs
    return failure
  }

  return {
    /** Returns why nothing was stored; null if something was. */
    async read(): Promise<CallFailure | null> {
      if (clock.monotonic() < listAgainAt) return readOneByOne(cache.all, null)
      needsId = false
      const askedAt = clock.now()
      const result = await listMenus(connection, {}, { memory: lists })
      if (cache.isClosed()) return null
      if (!result.ok) {
        const { failure } = result
        return mayBeTooLong(failure) ? insteadOfList(cache.all, failure) : failure
      }
      const { value, unread = [] } = result
      const toldAt = reportedTimeOf(result.answeredAt, askedAt)
      if (result.repeated === true) {
        await cache.storeRepeat(toldAt)
        return null
      }
      if (!menusOf(value, isOurs).menus.every(hasContents)) {
        const failure = await insteadOfList(value, null)
        // Heads alone must not replace what is known.
        if (failure === null || cache.items.items.length > 0) return failure
      }
      singles.clear()
      await cache.storeMenus(value, unread, toldAt)
      return null
    },
    /** Whether the list is too long, and no id of a menu is known. */
    get needsId() {
      return needsId
    },
    /** Tries the list with the next read, however long it was. */
    tryList(): void {
      listAgainAt = 0
    },
    /** What was read could not be stored: it must be read in full again. */
    forget(): void {
      lists.clear()
      singles.clear()
    },
  }
}
