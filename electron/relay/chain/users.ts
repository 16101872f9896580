import type { FleetRole } from '#contract/relay/fleet.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ChainFolder } from './folder.ts'
import { newSecret, secretHash } from './secret.ts'

type Folder = Pick<ChainFolder, 'readUsers' | 'writeUsers'>

/** The people who may open the fleet page. A server that runs follows the list. */
export class FleetUsers {
  readonly #folder: Folder
  readonly #now: () => number

  constructor(folder: Folder, now = () => Date.now()) {
    this.#folder = folder
    this.#now = now
  }

  list(): ReturnType<ChainFolder['readUsers']> {
    return this.#folder.readUsers()
  }

  /** Returns the person's key, which is stored nowhere. Fails with `too-late` if the name is taken. */
  add(name: string, role: FleetRole): Result<string> {
    const users = this.list()
    if (!users.ok) return users
    if (users.value.some((each) => each.name === name))
      return fail('too-late', 'That name has a key. Remove it first to make a new one.')
    const key = newSecret()
    const addedAt = new Date(this.#now()).toISOString()
    this.#folder.writeUsers([...users.value, { name, role, hash: secretHash(key), addedAt }])
    return ok(key)
  }

  /** The key counts no longer, and open pages end. */
  remove(name: string): Result<null> {
    const users = this.list()
    if (!users.ok) return users
    const others = users.value.filter((each) => each.name !== name)
    if (others.length === users.value.length)
      return fail('not-found', 'There is nobody with that name.')
    this.#folder.writeUsers(others)
    return ok(null)
  }
}
