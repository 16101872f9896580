import { X509Certificate } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import type { HostIdentity } from '#contract/bridge.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { fingerprintOf } from '#network/certificates/fingerprint.ts'
import { networkPort } from '#network/network-flags.ts'
import { lastingName, type JoinedHost } from './joined-host.ts'
import { answersAt } from './recognise.ts'

const patienceMs = 5_000
/** A certificate has about a thousand bytes. */
const maxBytes = 16_384

/** Reads an address as people type or copy it. Null if it is none. */
export function readAddress(typed: string): { host: string; port: number } | null {
  const [, rest = ''] = /^(?:https?:\/\/)?([^/]+)/i.exec(typed.trim()) ?? []
  const url = URL.canParse(`https://${rest}`) ? new URL(`https://${rest}`) : null
  if (url === null || url.hostname === '' || url.username !== '') return null
  const [, port] = /:(\d+)$/.exec(rest) ?? []
  return { host: url.hostname, port: port === undefined ? networkPort : Number(port) }
}

const ask = (host: string, port: number): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asked = get({ host, port, path: '/authority.crt', timeout: patienceMs }, resolve)
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error('too slow')))
  })

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new Error('too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** What a host at a typed address says about itself, and how a person recognises it. */
export interface Identified extends HostIdentity {
  joined: JoinedHost
}

/**
 * Asks the computer at an address how it is recognised. Fails with `bad-input` if the text is no
 * address, with `unreachable` if nothing answers, and with `not-the-platform` if something else
 * does.
 */
export async function identifyHost(typed: string): Promise<Result<Identified>> {
  const read = readAddress(typed)
  if (read === null) return fail('bad-input', undefined, 'no-address')
  const { host, port } = read
  let answer: IncomingMessage
  try {
    answer = await ask(host, port)
  } catch (cause) {
    return fail('unreachable', String(cause))
  }
  try {
    const body = await readBody(answer)
    const address = `${host}:${String(port)}`
    const isGiven = answer.headers.location?.startsWith(`https://${address}`) === true
    if (isGiven) {
      const joined = { authority: null, name: host, port, addresses: [host] }
      return ok({ address, words: null, fingerprint: null, joined })
    }
    const certificate = new X509Certificate(body)
    const joined = {
      ...{ authority: certificate.toString(), name: lastingName },
      ...{ port, addresses: [host] },
    }
    // It must also have a certificate of this authority, and its key.
    if (!certificate.ca || !(await answersAt(joined, host))) return fail('not-the-platform')
    return ok({ address, ...fingerprintOf(certificate.raw), joined })
  } catch (cause) {
    return fail('not-the-platform', String(cause))
  }
}
