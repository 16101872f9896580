import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { keyAreas, type KeyArea, type NotAllowed } from '#contract/connection/key-access.ts'
import { areasLeftOut, notAllowedOf } from '#domain/connection/key-access.ts'
import { permissionsOf, type KeyVerdict } from '#platform/key-areas.ts'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'

const accessSchema = z.object({
  salt: z.string(),
  /** Tells whether the key is still the same; too short to find the key with. */
  key: z.string(),
  permissions: z.array(z.string()).nullable(),
  refused: z.array(
    z.object({ operation: z.string(), area: z.enum(keyAreas), writes: z.boolean() }),
  ),
})
type Access = z.infer<typeof accessSchema>

const markOf = (salt: string, token: string): string =>
  createHash('sha256').update(`${salt}\n${token}`).digest('hex').slice(0, 8)

/**
 * What the access key may not do: by the permissions that the platform listed, and by what it
 * refused with 403. Both are kept across restarts, until the key changes.
 */
export class KeyAccess {
  readonly #log: Context['log']
  readonly #statusChanged: Context['statusChanged']
  readonly #stored: StoredValue<Access>
  readonly #names: ReturnType<typeof permissionsOf>
  /** Where the platform has answered since the start: wrong names must not say otherwise. */
  readonly #open = new Set<KeyArea>()
  #access: Access | null

  constructor(
    context: Pick<Context, 'connection' | 'dialect' | 'log' | 'statusChanged' | 'values'>,
  ) {
    const { connection, dialect, log, statusChanged, values } = context
    this.#log = log
    this.#statusChanged = statusChanged
    this.#stored = values<Access>('key-access', accessSchema)
    this.#names = permissionsOf(dialect)
    this.#access = connection === null ? null : this.#read(connection.token)
  }

  get notAllowed(): NotAllowed[] {
    if (this.#access === null) return []
    const { permissions, refused } = this.#access
    const leftOut = areasLeftOut(permissions, this.#names).filter((area) => !this.#open.has(area))
    return notAllowedOf(leftOut, refused)
  }

  get permissions(): readonly string[] | null {
    return this.#access?.permissions ?? null
  }

  /** The permissions as the platform listed them. */
  learn(permissions: readonly string[] | null): void {
    if (JSON.stringify(this.#access?.permissions) !== JSON.stringify(permissions))
      this.#change({ permissions: permissions === null ? null : [...permissions] })
  }

  /** An operation was refused or worked. One that works again is no longer refused. */
  note({ area, operation, writes, allowed }: KeyVerdict): void {
    if (this.#access === null) return
    if (allowed && !this.#open.has(area)) {
      this.#open.add(area)
      this.#statusChanged()
    }
    const { refused } = this.#access
    const others = refused.filter((each) => each.operation !== operation)
    if (allowed === (others.length === refused.length)) return
    this.#log.warn(allowed ? 'key is allowed again' : 'key is not allowed', { operation })
    this.#change({ refused: allowed ? others : [...others, { operation, area, writes }] })
  }

  #read(token: string): Access {
    const access = this.#stored.read()
    if (access !== null && access.key === markOf(access.salt, token)) return access
    const salt = randomBytes(8).toString('hex')
    return { salt, key: markOf(salt, token), permissions: null, refused: [] }
  }

  #change(some: Partial<Access>): void {
    if (this.#access === null) return
    this.#access = { ...this.#access, ...some }
    try {
      this.#stored.write(this.#access)
    } catch (cause) {
      this.#log.warn('access of the key not stored', { cause: String(cause) })
    }
    this.#statusChanged()
  }
}
