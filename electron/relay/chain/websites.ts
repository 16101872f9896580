import { fail, ok, type Result } from '#contract/result.ts'
import type { ChainFolder, Websites } from './folder.ts'
import { newSecret, secretHash } from './secret.ts'

type Folder = Pick<ChainFolder, 'readWebsites' | 'writeWebsites'>

/** The bearers of websites. Relays that run follow the list. */
export function createWebsites(folder: Folder, now = () => Date.now()) {
  function change(next: (websites: Websites) => Result<Websites>): Result<null> {
    const read = folder.readWebsites()
    if (!read.ok) return read
    const changed = next(read.value)
    if (!changed.ok) return changed
    folder.writeWebsites(changed.value)
    return ok(null)
  }
  return {
    list: () => folder.readWebsites(),
    /**
     * A bearer of a website: the platform's own, or a new one, which is stored nowhere. With a
     * second one the sender can change over. Fails with `too-late` if there are two, or if another
     * website has it.
     */
    add(websiteId: string, bearer = newSecret()): Result<string> {
      const stored = { hash: secretHash(bearer), addedAt: new Date(now()).toISOString() }
      const changed = change((websites) => {
        const known = websites[websiteId] ?? []
        if (Object.values(websites).some((all) => all.some(({ hash }) => hash === stored.hash)))
          return fail('too-late', 'A website has this bearer already.')
        if (known.length > 1)
          return fail('too-late', 'The website has two bearers. End the older one first.')
        return ok({ ...websites, [websiteId]: [...known, stored] })
      })
      return changed.ok ? ok(bearer) : changed
    },
    /** The older of two bearers counts no longer. */
    endOlder: (websiteId: string): Result<null> =>
      change((websites) => {
        const [, newer] = websites[websiteId] ?? []
        if (newer === undefined) return fail('too-late', 'The website has no second bearer.')
        return ok({ ...websites, [websiteId]: [newer] })
      }),
    /** No event of the website is accepted any more. */
    remove: (websiteId: string): Result<null> =>
      change((websites) => {
        const { [websiteId]: removed, ...others } = websites
        return removed === undefined ? fail('not-found', 'There is no such website.') : ok(others)
      }),
  }
}
