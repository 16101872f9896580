import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import type { UpdateChannel } from '#contract/updates/updates.ts'
import { isUpgrade, isVersion } from '#domain/updates/version.ts'
import type { ReportingUpdater, Tried } from '../core/updater.ts'
import { appVersion } from '../core/versions.ts'

const patienceMs = 15_000
const maxBytes = 64 * 1024
const maxRedirects = 5

const files = { stable: 'latest.yml', beta: 'beta.yml' } as const satisfies Record<
  UpdateChannel,
  string
>

/** Reads an address given to this program; null if it is none, or if others could change what comes from it. */
export function readFeedAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const { protocol, username, password } = new URL(typed)
  const isWeb = ['https:', 'http:'].includes(protocol) && username === '' && password === ''
  if (!isWeb || isUnencrypted(typed)) return null
  return typed.endsWith('/') ? typed : `${typed}/`
}

/** Follows redirects, but never to where others could change the answer. */
async function request(address: string, signal: AbortSignal): Promise<Response | null> {
  let next = address
  for (let count = 0; count <= maxRedirects; count += 1) {
    if (isUnencrypted(next) || !/^https?:/.test(next)) return null
    const response = await fetch(next, { redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    next = new URL(location, next).href
  }
  return null
}

/** The body as text; null if it is too long. */
async function readShort(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const each of response.body ?? []) {
    const part: unknown = each
    if (!(part instanceof Uint8Array)) continue
    parts.push(part)
    bytes += part.length
    if (bytes > maxBytes) return null
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * The version in a file that electron-builder wrote. The file is YAML, but the version is a line
 * of its own, and nothing else of it is needed here.
 */
function versionIn(text: string): string | null {
  const [, version = '', ...others] = text.split(/^version: *(\S+) *\r?$/m)
  const plain = version.replace(/^(['"])(.*)\1$/, '$2')
  return others.length === 1 && isVersion(plain) ? plain : null
}

/** The version that the update server at `address` offers. Sends nothing but the request. */
export async function readFeed(
  address: string,
  channel: UpdateChannel,
  timeoutMs = patienceMs,
): Promise<Tried<string>> {
  try {
    const response = await request(address + files[channel], AbortSignal.timeout(timeoutMs))
    if (response === null) return { ok: false, fault: 'unreadable' }
    if (!response.ok) {
      await response.body?.cancel()
      return { ok: false, fault: response.status >= 500 ? 'unreachable' : 'unreadable' }
    }
    const version = versionIn((await readShort(response)) ?? '')
    return version === null ? { ok: false, fault: 'unreadable' } : { ok: true, value: version }
  } catch {
    return { ok: false, fault: 'unreachable' }
  }
}

/** A finished version that is newer than this one; null if there is none. */
export async function newerVersion(address: string): Promise<Tried<string | null>> {
  const offered = await readFeed(address, 'stable')
  if (!offered.ok || isUpgrade(offered.value, appVersion, 'stable')) return offered
  return { ok: true, value: null }
}

/** For programs that only tell that there is a newer version. */
export class FeedUpdater implements ReportingUpdater {
  readonly way = 'tells'
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  check(channel: UpdateChannel): Promise<Tried<string>> {
    return readFeed(this.#address, channel)
  }
}
