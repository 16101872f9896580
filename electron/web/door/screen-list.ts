import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Result } from '#contract/shared/result.ts'
import { hashOfBearer } from '#host/feeds/request-guard.ts'
import type { Log } from '#host/core/log.ts'
import { isDamaged, readJson, writeJson } from '#host/db/json-file.ts'

/** A device token (contract/network/device-token.ts), or another key of the same strength. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of the token in an `Authorization` header; null if there is none. */
const hashOf = (authorization: string | undefined): string | null =>
  hashOfBearer(authorization)?.toString('hex') ?? null

/** A new token, and what is kept of it. */
export function makeToken(): { token: string; tokenHash: string } {
  const token = newToken()
  return { token, tokenHash: hashOf(`Bearer ${token}`) ?? '' }
}

/** A screen's id follows from its token, so that a browser is the same screen on all its pages. */
export const screenIdOf = (tokenHash: string): string => tokenHash.slice(0, 24)

export const tokenHashSchema = z.string().regex(/^[\da-f]{64}$/)

/** A screen that was let in. */
interface Admitted {
  id: string
  tokenHash: string
}

/** The screens that were let in, across restarts. One that can't be read is not let in. */
export class ScreenList<Screen extends Admitted> {
  readonly #file: string
  readonly #whole: z.ZodType<Screen[]>
  readonly #readable: z.ZodType<Screen[]>
  #screens: readonly Screen[]

  constructor(file: string, screen: z.ZodType<Screen>) {
    this.#file = file
    this.#whole = z.array(screen)
    this.#readable = z
      .array(z.unknown())
      .transform((all) => all.flatMap((each) => screen.safeParse(each).data ?? []))
    this.#screens = this.#read()
  }

  #read(): Screen[] {
    return readJson(this.#file, this.#readable) ?? []
  }

  /** Reads them again once nobody else has the folder. */
  reload(log: Log): void {
    this.#screens = this.#read()
    if (isDamaged(this.#file, this.#whole))
      log.warn('the list of screens is damaged', {
        file: this.#file,
        readable: this.#screens.length,
      })
  }

  all(): readonly Screen[] {
    return this.#screens
  }

  find(id: string): Screen | null {
    return this.#screens.find((each) => each.id === id) ?? null
  }

  /** The screen with the token in an `Authorization` header; null for anybody else. */
  admit(authorization: string | undefined): Screen | null {
    const tokenHash = hashOf(authorization)
    return this.#screens.find((each) => each.tokenHash === tokenHash) ?? null
  }

  #write(next: readonly Screen[]): Result<null> {
    return writeJson(this.#file, this.#whole, [...next])
  }

  /** Fails with `storage`; then nothing has changed. */
  replace(next: readonly Screen[]): Result<null> {
    const written = this.#write(next)
    if (written.ok) this.#screens = next
    return written
  }

  /** Applies until the end of this program if it can't be written. */
  replaceAnyway(next: readonly Screen[]): Result<null> {
    this.#screens = next
    return this.#write(next)
  }

  /** Fails with `storage`; then its access ends only until the next start. */
  remove(id: string): Result<null> {
    return this.replaceAnyway(this.#screens.filter((each) => each.id !== id))
  }
}
