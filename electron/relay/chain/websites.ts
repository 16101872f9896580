import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ChainFolder, Websites } from './folder.ts'
import { newSecret, secretHash } from './secret.ts'

type Folder = Pick<ChainFolder, 'readWebsites' | 'writeWebsites'>

/** The bearers of websites. Relays that run follow the list. */
export class WebsiteBearers {
  readonly #folder: Folder
  readonly #now: () => number

  constructor(folder: Folder, now = () => Date.now()) {
    this.#folder = folder
    this.#now = now
  }

  list(): Result<Websites> {
    return this.#folder.readWebsites()
  }

  /**
   * A bearer of a website: the platform's own, or a new one, which is stored nowhere. With a
   * second one the sender can change over. Fails with `too-late` if there are two, or if another
   * website has it.
   */
  add(websiteId: string, bearer = newSecret()): Result<string> {
    const added = { hash: secretHash(bearer), addedAt: new Date(this.#now()).toISOString() }
    const changed = this.#change((websites) => {
      const bearers = websites[websiteId] ?? []
      if (Object.values(websites).some((all) => all.some(({ hash }) => hash === added.hash)))
        return fail('too-late', 'A website has this bearer already.')
      if (bearers.length > 1)
        return fail('too-late', 'The website has two bearers. End the older one first.')
      return ok({ ...websites, [websiteId]: [...bearers, added] })
    })
    return changed.ok ? ok(bearer) : changed
  }

  /** The older of two bearers counts no longer. */
  endOlder(websiteId: string): Result<null> {
    return this.#change((websites) => {
      const [, newer] = websites[websiteId] ?? []
      if (newer === undefined) return fail('too-late', 'The website has no second bearer.')
      return ok({ ...websites, [websiteId]: [newer] })
    })
  }

  /** No event of the website is accepted any more. */
  remove(websiteId: string): Result<null> {
    return this.#change((websites) => {
      const { [websiteId]: removed, ...others } = websites
      return removed === undefined ? fail('not-found', 'There is no such website.') : ok(others)
    })
  }

  #change(next: (websites: Websites) => Result<Websites>): Result<null> {
    const websites = this.#folder.readWebsites()
    if (!websites.ok) return websites
    const changed = next(websites.value)
    if (!changed.ok) return changed
    this.#folder.writeWebsites(changed.value)
    return ok(null)
  }
}
