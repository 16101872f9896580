import { isDeepStrictEqual } from 'node:util'
import { jitter } from '#contract/shared/back-off.ts'
import type { AppError } from '#contract/shared/result.ts'
import type { MenuItems } from '#domain/menu/menu-items.ts'
import { sameNames } from '#domain/menu/stock-key.ts'
import { appError } from '#platform/call/failure.ts'
import { logThrown } from '../core/log.ts'
import type { Context } from '../noun.ts'
import type { MenuCache } from './cache.ts'
import { MenuSource } from './source.ts'

const readEveryMs = 10 * 60_000
/** The first pause after a failure. It doubles up to the pause after a success. */
const retryMs = 60_000

/** Reads the menus every few minutes, and when somebody asks. */
export class MenuReader {
  readonly #context: Context
  readonly #cache: MenuCache
  /** Null without a connection. */
  readonly #source: MenuSource | null
  #announced: MenuItems
  #error: AppError | null = null
  #cancelTimer = (): void => undefined
  #isReading = false
  #mustReadAgain = false

  /** `ordered` has the ids of menus that orders named. */
  constructor(context: Context, cache: MenuCache, ordered: () => readonly string[]) {
    const { clock, log, isOurs, connection } = context
    this.#context = context
    this.#cache = cache
    this.#source =
      connection === null
        ? null
        : new MenuSource({ clock, log, isOurs, connection, cache, ordered })
    this.#announced = cache.items
  }

  /** How the last read failed; null if it succeeded. */
  get error(): AppError | null {
    return this.#error
  }

  /** Reads now, or once more after a read that is in progress. */
  read(): void {
    if (this.#source === null || this.#cache.isClosed) return
    if (this.#isReading) this.#mustReadAgain = true
    else void this.#read(this.#source)
  }

  /** A person asks: also tries the list of the website's menus again, however long it was. */
  readAll(): void {
    this.#source?.tryList()
    this.read()
  }

  /** Orders have named another menu. */
  namedByOrder(): void {
    if (this.#source?.needsId === true) this.read()
  }

  /** Announces what the menus are now. */
  announceRead(): void {
    const { keys, names, categories, stations, courses } = this.#cache.items
    const before = this.#announced
    const renamed = !sameNames(before.keys, keys) || !sameNames(before.names, names)
    const regrouped =
      !sameNames(before.stations, stations) ||
      !isDeepStrictEqual(before.courses, courses) ||
      !isDeepStrictEqual(before.categories, categories)
    void this.#context.announce('menu.read', { renamed, regrouped })
    // Only then: what could not be written is announced again with the next read.
    this.#announced = this.#cache.items
  }

  close(): void {
    this.#cancelTimer()
  }

  async #read(source: MenuSource): Promise<void> {
    const { clock } = this.#context
    this.#isReading = true
    this.#cancelTimer()
    let wait = await this.#readOrLog(source)
    this.#isReading = false
    if (this.#cache.isClosed) return
    try {
      this.announceRead()
    } catch (cause) {
      // A failed write must not stop the reader: it tries again soon.
      logThrown(this.#context.log, 'menu', cause)
      wait = retryMs
    }
    if (this.#mustReadAgain) {
      this.#mustReadAgain = false
      this.read()
    } else this.#cancelTimer = clock.after(wait, () => this.read())
  }

  /** Returns the pause until the next read, in milliseconds. */
  async #readOrLog(source: MenuSource): Promise<number> {
    const { log, chance } = this.#context
    try {
      return await this.#readOnce(source)
    } catch (cause) {
      log.error('menu not kept', { cause: String(cause) })
      source.forget()
      return jitter(retryMs, chance())
    }
  }

  /** The same; rejects if the menus can't be stored. */
  async #readOnce(source: MenuSource): Promise<number> {
    const { log, chance, backOff } = this.#context
    const failure = await source.read()
    if (this.#cache.isClosed) return readEveryMs
    if (failure !== null) {
      this.#error = appError(failure)
      log.warn('menu not read', { kind: failure.kind, status: failure.status })
      return backOff.after(failure, { firstMs: retryMs, maxMs: readEveryMs })
    }
    this.#error = null
    backOff.answered()
    return jitter(readEveryMs, chance())
  }
}
