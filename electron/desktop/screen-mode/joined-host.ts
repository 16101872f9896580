import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Result } from '#contract/shared/result.ts'
import type { Log } from '#host/core/log.ts'
import { announcedName } from '#receiver/addresses.ts'
import { isDamaged, readJson, writeJson } from '#host/db/json-file.ts'

/** A host may come back to an address that it had before. */
const maxAddresses = 5

const joinedHost = z.object({
  /** The authority of its certificate (PEM); null if this computer's system trusts it anyway. */
  authority: z.string().nullable(),
  /** The name in the address of its page. */
  name: z.string().min(1),
  port: z.int().min(1).max(65_535),
  /** Where it was, the last first. */
  addresses: z.array(z.string().min(1)).min(1),
})

/** The Kitchen Pass on another computer that this app is a screen of. */
export type JoinedHost = z.infer<typeof joinedHost>

const fileIn = (folder: string): string => join(folder, 'joined-host.json')

/** The host that this app is a screen of; null if it is none, or the file can't be read. */
export function readJoinedHost(folder: string, log: Log): JoinedHost | null {
  if (isDamaged(fileIn(folder), joinedHost)) log.warn('joined-host.json is damaged')
  return readJson(fileIn(folder), joinedHost)
}

/** Remembers it for the next start. Fails with `storage`. */
export const writeJoinedHost = (folder: string, host: JoinedHost): Result<null> =>
  writeJson(fileIn(folder), joinedHost, host)

/** From the next start on the app is a Kitchen Pass of its own again. */
export const removeJoinedHost = (folder: string): void => {
  rmSync(fileIn(folder), { force: true })
}

/** The same host at another address. */
export const movedTo = (host: JoinedHost, address: string): JoinedHost => ({
  ...host,
  addresses: [address, ...host.addresses.filter((each) => each !== address)].slice(0, maxAddresses),
})

/**
 * A host with an own certificate always has this name, whatever its address is: the browser keeps
 * the token of this screen for the name.
 */
export const lastingName = announcedName

export const originOf = ({ name, port }: JoinedHost): string =>
  new URL(`https://${name}:${String(port)}`).origin

/**
 * Chromium's rule that leads the lasting name to the host's last address (`host-resolver-rules`);
 * null if the system's names lead to it.
 */
export function resolverRule({
  authority,
  name,
  addresses: [last = ''],
}: JoinedHost): string | null {
  return authority === null || last === name ? null : `MAP ${name} ${last}`
}
