import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { StoredValue } from '../db/values.ts'
import { setupSettings, storeSetupSchema, type StoreSetup } from '../profile-file/profile-file.ts'
import { defineNoun, withoutScreens, type Context } from '../noun.ts'
import { printers } from '../printers/printers.ts'
import { screens } from '../screens/screens.ts'
import { settings } from '../settings/settings.ts'

/** What of a setup file is in the database. */
const appliedSchema = storeSetupSchema.pick({ settings: true, screens: true, printers: true })
type Applied = z.infer<typeof appliedSchema>

const nothingApplied: Applied = { settings: {}, screens: [], printers: [] }

const toApply = (setup: StoreSetup): Applied => ({
  settings: setupSettings(setup),
  screens: setup.screens,
  printers: setup.printers,
})

/** Items of a list that weren't in it before. */
function newItems<Item>(items: readonly Item[], before: readonly Item[]): Item[] {
  return items.filter((item) => !before.some((other) => isDeepStrictEqual(other, item)))
}

/** What a setup file sets that it didn't set before. */
function newIn(next: Applied, before: Applied): Applied {
  const changed = Object.entries(next.settings).filter(
    ([key, value]) => !isDeepStrictEqual(before.settings[key], value),
  )
  return {
    settings: Object.fromEntries(changed),
    screens: newItems(next.screens, before.screens),
    printers: newItems(next.printers, before.printers),
  }
}

/**
 * Puts what a setup file sets into the store, when the store opens and in one transaction. What a
 * person has changed since the same file was applied stays, unless the file is locked: then its
 * values come back, also after a backup was restored.
 */
class SetupOfStore {
  readonly handlers = {}
  readonly #context: Context
  readonly #stored: StoredValue<Applied>

  constructor(context: Context) {
    this.#context = context
    this.#stored = context.values('appliedSetup', appliedSchema)
  }

  start(): void {
    const { setup } = this.#context
    if (setup === null || setup === undefined) return
    const { locked } = setup
    const next = toApply(setup)
    const before = this.#stored.read() ?? nothingApplied
    const isNew = !isDeepStrictEqual(before, next)
    if (!isNew && !locked) return
    const changes = this.#context.db.transact(() => {
      const count = this.#apply(locked ? next : newIn(next, before))
      if (isNew) this.#stored.write(next)
      return count
    })
    if (isNew || changes > 0) this.#context.log.info('setup file applied', { changes, locked })
  }

  /** Returns how many things differ now. */
  #apply(some: Applied): number {
    const { use } = this.#context
    return (
      use(settings).set(some.settings) +
      use(screens).give(some.screens) +
      use(printers).give(some.printers)
    )
  }
}

/** The noun of what a setup file sets. */
export const profiles = defineNoun(withoutScreens('setupOfStore'), {
  needs: [settings, screens, printers],
  create: (context) => new SetupOfStore(context),
})
