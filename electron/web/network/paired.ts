import { hash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { roles } from '#contract/caller.ts'
import type { Result } from '#contract/result.ts'
import { systems } from '#contract/screens.ts'
import type { PairedScreen } from '#host/network/pairing.ts'
import type { Log } from '#host/log.ts'
import { networkIdStart, type Place } from '#host/network-screens.ts'
import { isPublicKey } from '../door/keys.ts'
import { healJson, readJson, writeJson } from '../write-at-once.ts'

export const networkIdOf = (publicKey: string): string =>
  `${networkIdStart}${hash('sha256', publicKey, 'hex').slice(0, 24)}`

const pairedScreen = z
  .object({
    id: z.string(),
    publicKey: z.string().refine(isPublicKey),
    system: z.enum(systems).nullable(),
    name: z.string(),
    role: z.enum(roles),
    pairedAt: z.iso.datetime(),
  })
  // A damaged key or id doesn't fit the other one.
  .refine(({ id, publicKey }) => id === networkIdOf(publicKey))
const wholeList = z.array(pairedScreen)
const damagedList = z
  .array(z.unknown())
  .transform((all) => all.flatMap((each) => pairedScreen.safeParse(each).data ?? []))

/**
 * The screens of the network that were let in, across restarts (`network-screens.json`). A screen
 * that can't be read in the file or its copy is not let in.
 */
export function createPaired(dataDir: string, log: Log) {
  const file = join(dataDir, 'network-screens.json')
  let screens = read()

  function read(): PairedScreen[] {
    return readJson(file, wholeList) ?? readJson(file, damagedList) ?? []
  }

  function write(next: PairedScreen[]): Result<null> {
    const written = writeJson(file, next)
    if (written.ok) screens = next
    return written
  }

  return {
    /** Reads them again once nobody else has the folder, and mends what is damaged. */
    reload(): void {
      const damage = healJson(file, wholeList)
      if (damage !== null) log.warn('network-screens.json is damaged', { damage })
      screens = read()
    },
    idOf: networkIdOf,
    all: (): readonly PairedScreen[] => screens,
    /** The id of the screen with this key; null if it has no access. */
    screenOf: (publicKey: string) =>
      screens.find((each) => each.publicKey === publicKey)?.id ?? null,
    /** Fails with `storage`; then it is not let in. */
    add: (added: PairedScreen) =>
      write([...screens.filter(({ publicKey }) => publicKey !== added.publicKey), added]),
    placeOf(id: string): Place | null {
      const found = screens.find((each) => each.id === id)
      return found === undefined ? null : { name: found.name, role: found.role }
    },
    /** As far as the disk can be written. */
    keepPlace(id: string, place: Place): void {
      const before = screens.find((each) => each.id === id)
      if (before === undefined || (before.name === place.name && before.role === place.role)) return
      write(screens.map((each) => (each.id === id ? { ...each, ...place } : each)))
    },
    /** Fails with `storage`; then its access ends only until the next start. */
    remove(id: string): Result<null> {
      const left = screens.filter((each) => each.id !== id)
      screens = left
      return write(left)
    },
  }
}

export type Paired = ReturnType<typeof createPaired>
