import { z } from 'zod'
import { fleetRoles } from '#contract/relay/fleet.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print, say } from '#host/log/terminal.ts'
import { FleetUsers } from '../chain/users.ts'
import type { addUserFlags, folderFlags, userFlags } from '../flags.ts'
import { folderOf, needs, pushChanges, refuse, type ChainFlags } from './shared.ts'

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
