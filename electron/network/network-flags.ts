import { isIPv4 } from 'node:net'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { portSchema } from '#host/connection/provision.ts'
import type { NetworkDeps } from './network.ts'

/** Tablets remember it, so it is always the same unless somebody chooses another. */
export const networkPort = 8_440

export const networkFlags = {
  'network-port': {
    value: 'PORT',
    variable: 'KITCHEN_PASS_NETWORK_PORT',
    text: 'the port for screens on the network; default 8440, 0 for any free port',
  },
  'network-name': {
    value: 'NAME',
    repeats: true,
    variable: 'KITCHEN_PASS_NETWORK_NAME',
    text: 'another name or address that these screens use for this computer; may be repeated, or have commas',
  },
  'tls-cert': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_TLS_CERT',
    text: 'a certificate that these screens trust already (PEM); by default Kitchen Pass makes its own',
  },
  'tls-key': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_TLS_KEY',
    text: 'the private key of --tls-cert (PEM)',
  },
  'network-from-anywhere': {
    variable: 'KITCHEN_PASS_NETWORK_FROM_ANYWHERE=1',
    text: 'serve screens outside the local network too',
  },
} as const

/** How screens on the network are served. */
export type NetworkPlan = Pick<NetworkDeps, 'port' | 'given' | 'fromAnywhere' | 'others'>

const nameShape = /^[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?$/

/** What was given on the command line. */
interface Values {
  readonly 'network-port'?: string | undefined
  readonly 'network-name'?: readonly string[] | undefined
  readonly 'tls-cert'?: string | undefined
  readonly 'tls-key'?: string | undefined
  readonly 'network-from-anywhere'?: boolean | undefined
}

type Environment = Record<string, string | undefined>

function othersOf(values: Values, env: Environment): Result<NetworkPlan['others']> {
  const all = [...(values['network-name'] ?? []), env['KITCHEN_PASS_NETWORK_NAME'] ?? '']
    .flatMap((each) => each.split(','))
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
  const wrong = all.find((each) => !isIPv4(each) && !nameShape.test(each))
  if (wrong !== undefined) return fail('bad-input', `--network-name: ${wrong} is not a name`)
  return ok({
    names: all.filter((each) => !isIPv4(each)),
    addresses: all.filter((each) => isIPv4(each)),
  })
}

/** Reads flags, then variables. Fails with `bad-input` and a sentence for the terminal. */
export function readNetworkPlan(values: Values, env: Environment): Result<NetworkPlan> {
  const givenPort = values['network-port'] ?? env['KITCHEN_PASS_NETWORK_PORT']
  const port = portSchema.safeParse(givenPort ?? String(networkPort))
  if (!port.success) return fail('bad-input', '--network-port is not a port')
  const others = othersOf(values, env)
  if (!others.ok) return others
  const certFile = values['tls-cert'] ?? env['KITCHEN_PASS_TLS_CERT']
  const keyFile = values['tls-key'] ?? env['KITCHEN_PASS_TLS_KEY']
  if ((certFile === undefined) !== (keyFile === undefined))
    return fail('bad-input', '--tls-cert and --tls-key belong together')
  const fromAnywhere =
    values['network-from-anywhere'] ?? env['KITCHEN_PASS_NETWORK_FROM_ANYWHERE'] === '1'
  return ok({
    port: port.data,
    others: others.value,
    given: certFile === undefined || keyFile === undefined ? null : { certFile, keyFile },
    fromAnywhere,
  })
}
