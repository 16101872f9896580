import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { keyAreas, type KeyArea, type NotAllowed } from '#contract/key-access.ts'
import { areasLeftOut, notAllowedOf } from '#domain/connection/key-access.ts'
import { permissionsOf, type KeyVerdict } from '#platform/key-areas.ts'
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
export function createKeyAccess(
  context: Pick<Context, 'connection' | 'dialect' | 'log' | 'statusChanged' | 'values'>,
) {
  const { connection, dialect, log, statusChanged, values } = context
  const stored = values<Access>('key-access', accessSchema)
  const names = permissionsOf(dialect)
  /** Where the platform has answered since the start: wrong names must not say otherwise. */
  const open = new Set<KeyArea>()
  let access = connection === null ? null : read(connection.token)

  function read(token: string): Access {
    const known = stored.read()
    if (known !== null && known.key === markOf(known.salt, token)) return known
    const salt = randomBytes(8).toString('hex')
    return { salt, key: markOf(salt, token), permissions: null, refused: [] }
  }

  function change(some: Partial<Access>): void {
    if (access === null) return
    access = { ...access, ...some }
    try {
      stored.write(access)
    } catch (cause) {
      log.warn('access of the key not stored', { cause: String(cause) })
    }
    statusChanged()
  }

  return {
    get notAllowed(): NotAllowed[] {
      if (access === null) return []
      const leftOut = areasLeftOut(access.permissions, names).filter((area) => !open.has(area))
      return notAllowedOf(leftOut, access.refused)
    },
    get permissions(): readonly string[] | null {
      return access?.permissions ?? null
    },
    /** The permissions as the platform listed them. */
    learn(permissions: readonly string[] | null): void {
      if (JSON.stringify(access?.permissions) !== JSON.stringify(permissions))
        change({ permissions: permissions === null ? null : [...permissions] })
    },
    /** An operation was refused or worked. One that works again is no longer refused. */
    note({ area, operation, writes, allowed }: KeyVerdict): void {
      if (access === null) return
      if (allowed && !open.has(area)) {
        open.add(area)
        statusChanged()
      }
      const others = access.refused.filter((each) => each.operation !== operation)
      if (allowed === (others.length === access.refused.length)) return
      log.warn(allowed ? 'key is allowed again' : 'key is not allowed', { operation })
      change({ refused: allowed ? others : [...others, { operation, area, writes }] })
    },
  }
}
