import type { FoundHost, HostIdentity } from '#contract/bridge.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Log } from '#host/core/log.ts'
import { findHosts } from '#network/find-hosts.ts'
import type { AppExit } from '../app-exit.ts'
import { identifyHost } from './identify.ts'
import { writeJoinedHost } from './joined-host.ts'

const searchMs = 3_000

interface JoiningDeps {
  /** Where the app stores everything. */
  folder: string
  log: Log
  /** Starts the app again, as a screen. */
  exit: Pick<AppExit, 'restart'>
}

/** Makes this app a screen of a Kitchen Pass on another computer. */
export class Joining {
  readonly #deps: JoiningDeps

  constructor(deps: JoiningDeps) {
    this.#deps = deps
  }

  async find(): Promise<Result<FoundHost[]>> {
    return ok(await findHosts(searchMs, this.#deps.log))
  }

  async identify(address: string): Promise<Result<HostIdentity>> {
    const identified = await identifyHost(address)
    if (!identified.ok) return identified
    const { joined: _joined, ...identity } = identified.value
    return ok(identity)
  }

  /**
   * Joins the host that a person has recognised and restarts. Fails with `too-late` if another
   * computer answers at the address by now, and with `storage`.
   */
  async join({ address, fingerprint }: Omit<HostIdentity, 'words'>): Promise<Result<null>> {
    const { folder, log, exit } = this.#deps
    const identified = await identifyHost(address)
    if (!identified.ok) return identified
    if (identified.value.fingerprint !== fingerprint) return fail('too-late')
    const written = writeJoinedHost(folder, identified.value.joined)
    if (!written.ok) return written
    log.info('becomes a screen of another Kitchen Pass', { address })
    exit.restart()
    return ok(null)
  }
}
