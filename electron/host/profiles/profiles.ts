import { isDeepStrictEqual } from 'node:util'
import { setupSettings, storeSetupSchema } from '../profile-file/profile-file.ts'
import { defineNoun, withoutScreens } from '../noun.ts'
import { printers } from '../printers/printers.ts'
import { screens } from '../screens/screens.ts'
import { settings } from '../settings/settings.ts'

/** What of a setup file is in the database. */
const appliedSchema = storeSetupSchema.pick({ settings: true, screens: true, printers: true })

/** Items of a list that weren't in it before; all if the setup is locked. */
function news<Item>(items: readonly Item[], before: readonly Item[], all: boolean): Item[] {
  return items.filter((item) => all || !before.some((other) => isDeepStrictEqual(other, item)))
}

/**
 * Puts what a setup file sets into the store, when the store opens and in one transaction. What a
 * person has changed since the same file was applied stays, unless the file is locked: then its
 * values come back, also after a backup was restored.
 */
export const profiles = defineNoun(withoutScreens('setupOfStore'), {
  needs: [settings, screens, printers],
  create({ db, values, use, setup, log }) {
    const stored = values('appliedSetup', appliedSchema)

    return {
      handlers: {},
      start() {
        if (setup === null || setup === undefined) return
        const { locked } = setup
        const next = {
          settings: setupSettings(setup),
          screens: setup.screens,
          printers: setup.printers,
        }
        const before = stored.read() ?? { settings: {}, screens: [], printers: [] }
        const changed = Object.entries(next.settings).filter(
          ([key, value]) => locked || !isDeepStrictEqual(before.settings[key], value),
        )
        const some = {
          settings: Object.fromEntries(changed),
          screens: news(next.screens, before.screens, locked),
          printers: news(next.printers, before.printers, locked),
        }
        const isNew = !isDeepStrictEqual(before, next)
        if (!isNew && !locked) return
        const count = db.transact(() => {
          const done =
            use(settings).set(some.settings) +
            use(screens).give(some.screens) +
            use(printers).give(some.printers)
          if (isNew) stored.write(next)
          return done
        })
        if (isNew || count > 0) log.info('setup file applied', { changes: count, locked })
      },
    }
  },
})
