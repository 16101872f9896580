import { join } from 'node:path'
import { z } from 'zod'
import { roles } from '#contract/shared/caller.ts'
import type { Result } from '#contract/shared/result.ts'
import { systems } from '#contract/screens/screens.ts'
import { networkIdStart, type Place } from '#host/core/network-screens.ts'
import type { PairedScreen } from '#host/network/pairing.ts'
import { ScreenList, screenIdOf, tokenHashSchema } from '#web/door/screen-list.ts'

const networkIdOf = (tokenHash: string): string => networkIdStart + screenIdOf(tokenHash)

const pairedScreen = z
  .object({
    id: z.string(),
    tokenHash: tokenHashSchema,
    system: z.enum(systems).nullable(),
    name: z.string(),
    role: z.enum(roles),
    pairedAt: z.iso.datetime(),
  })
  // A damaged hash or id doesn't fit the other one.
  .refine(({ id, tokenHash }) => id === networkIdOf(tokenHash))

/** The screens of the network that were let in (`network-screens.json`). */
export class Paired extends ScreenList<PairedScreen> {
  constructor(dataDir: string) {
    super(join(dataDir, 'network-screens.json'), pairedScreen)
  }

  idOf(tokenHash: string): string {
    return networkIdOf(tokenHash)
  }

  /** Fails with `storage`; then it is not let in. */
  add(added: PairedScreen): Result<null> {
    return this.replace([...this.all(), added])
  }

  placeOf(id: string): Place | null {
    const screen = this.find(id)
    return screen === null ? null : { name: screen.name, role: screen.role }
  }

  /** As far as the disk can be written. */
  keepPlace(id: string, place: Place): void {
    const before = this.find(id)
    if (before === null || (before.name === place.name && before.role === place.role)) return
    this.replace(this.all().map((each) => (each.id === id ? { ...each, ...place } : each)))
  }
}
