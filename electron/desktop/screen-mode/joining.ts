import type { FoundHost, HostIdentity } from '#contract/bridge.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Log } from '#host/core/log.ts'
import { findHosts } from '#network/find-hosts.ts'
import { identifyHost } from './identify.ts'
import { writeJoinedHost } from './joined-host.ts'

const searchMs = 3_000

interface JoiningDeps {
  /** Where the app stores everything. */
  folder: string
  log: Log
  /** Starts the app again, as a screen. */
  restart(): void
}

/** Makes this app a screen of a Kitchen Pass on another computer. */
export function createJoining({ folder, log, restart }: JoiningDeps) {
  return {
    find: async (): Promise<Result<FoundHost[]>> => ok(await findHosts(searchMs, log)),
    async identify(address: string): Promise<Result<HostIdentity>> {
      const found = await identifyHost(address)
      if (!found.ok) return found
      const { joined: _joined, ...identity } = found.value
      return ok(identity)
    },
    /**
     * Joins the host that a person has recognised and restarts. Fails with `too-late` if another
     * computer answers at the address by now, and with `storage`.
     */
    async join({ address, fingerprint }: Omit<HostIdentity, 'words'>): Promise<Result<null>> {
      const found = await identifyHost(address)
      if (!found.ok) return found
      if (found.value.fingerprint !== fingerprint) return fail('too-late')
      const written = writeJoinedHost(folder, found.value.joined)
      if (!written.ok) return written
      log.info('becomes a screen of another Kitchen Pass', { address })
      restart()
      return ok(null)
    },
  }
}

export type Joining = ReturnType<typeof createJoining>
