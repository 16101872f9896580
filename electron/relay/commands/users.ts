import { z } from 'zod'
import { fleetRoles, type FleetRole } from '#contract/relay/fleet.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print, say } from '#host/log/terminal.ts'
import type { addUserFlags, folderFlags, userFlags } from '../flags.ts'
import { folderOf, needs, pushChanges, refuse, type ChainFlags } from './shared.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ChainFolder } from '../chain/folder.ts'
import { newSecret, secretHash } from '../chain/secret.ts'

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

const roleInput = z.enum(fleetRoles)

const usersIn = (values: ChainFlags) => new FleetUsers(folderOf(values))

/** `user add`. */
export async function addUser(values: FlagValues<typeof addUserFlags>): Promise<number> {
  const name = needs('name', values.name)
  const role = roleInput.safeParse(values.role ?? 'viewer')
  if (!name.ok) return refuse(name.error)
  if (!role.success) {
    say('--role is viewer or admin.\n')
    return 2
  }
  const added = usersIn(values).add(name.value, role.data)
  if (!added.ok) return refuse(added.error)
  print(`${added.value}\n`)
  say('This key opens the fleet page: type it there, or open the page with #key= and the key.\n')
  return pushChanges(values)
}

/** `user list`. */
export function listUsers(values: FlagValues<typeof folderFlags>): number {
  const users = usersIn(values).list()
  if (!users.ok) return refuse(users.error)
  for (const { name, role, addedAt } of users.value)
    print(`${role.padEnd(6)}  ${addedAt.slice(0, 10)}  ${name}\n`)
  return 0
}

/** `user remove`. */
export async function removeUser(values: FlagValues<typeof userFlags>): Promise<number> {
  const name = needs('name', values.name)
  if (!name.ok) return refuse(name.error)
  const removed = usersIn(values).remove(name.value)
  return removed.ok ? pushChanges(values) : refuse(removed.error)
}
