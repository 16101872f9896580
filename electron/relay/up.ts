import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { systemClock } from '#host/clock/clock.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print, say, webLog } from '#host/log/terminal.ts'
import { connectNats } from './chain/connect.ts'
import { readAccess, type ChainFolder, type ProgramAccess } from './chain/folder.ts'
import { findNatsServer, freePort, isNewEnough, NatsProgram } from './chain/nats-program.ts'
import type { upFlags } from './flags.ts'
import { Fleet, FleetAtRelay } from './fleet/fleet.ts'
import { builtPage, isPageBuilt, readSigningKey } from './fleet/serve-fleet.ts'
import { Relay } from './receive/relay.ts'
import { makeChain } from './commands/chain.ts'
import { defaultFolder, folderOf, pushChanges, refuse } from './commands/shared.ts'

/**
 * From here on a free port is taken for the nats-server of a new chain. Not the usual one, because
 * Debian's package of nats-server starts one there.
 */
const firstNatsPort = 14_222

const upInput = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(8480),
  listen: z.string().min(1).default('127.0.0.1'),
  'figures-port': z.coerce.number().int().min(0).max(65_535).default(8481),
})

/** The program that the flags name, or an installed one. Fails with what to do. */
function findProgram(path: string | undefined): Result<string> {
  const program = path ?? findNatsServer()
  if (program === null)
    return fail(
      'not-found',
      'There is no nats-server here. Install version 2.15 or newer from nats.io or from Debian’s release forky, or name it with --nats-server.',
    )
  if (!existsSync(program)) return fail('bad-input', `There is no ${program}.`)
  if (isNewEnough(program)) return ok(program)
  return fail('bad-input', `${program} is older than 2.15. Name a newer one with --nats-server.`)
}

/** The chain in the folder, which is made if it isn't there. */
async function openChain(
  values: FlagValues<typeof upFlags>,
  port: number,
): Promise<Result<ChainFolder>> {
  const path = resolve(values.folder ?? defaultFolder)
  if (existsSync(join(path, 'chain.json'))) return ok(folderOf(values))
  const { folder, name, address = [`http://127.0.0.1:${String(port)}`] } = values
  const chain = await makeChain({
    ...(folder !== undefined && { folder }),
    ...(name !== undefined && { name }),
    address,
    node: [`localhost:${String(await freePort(firstNatsPort))}`],
  })
  if (!chain.ok) return chain
  say(`A new chain is in ${path}. Back it up: its keys can’t be made again.\n`)
  return ok(chain.value.folder)
}

/** Whether a nats-server lets this chain in. */
async function canConnect(access: Result<ProgramAccess>): Promise<boolean> {
  if (!access.ok) return false
  try {
    const nats = await connectNats(access.value)
    await nats.close()
    return true
  } catch {
    return false
  }
}

/** The nats-server's port in the chain. Only a chain of one machine has one here. */
function natsPortOf(folder: ChainFolder): Result<number> {
  const access = readAccess(folder.programFolder('relay'), 'relay')
  if (!access.ok) return access
  const [server = '', ...others] = access.value.servers
  const { hostname, port } = new URL(server)
  if (others.length === 0 && hostname === 'localhost') return ok(Number(port))
  return fail('bad-input', 'This chain has nats-servers of its own. Run serve and fleet for it.')
}

/**
 * `kitchen-pass-relay up`: a nats-server, the relay and the fleet page on this machine, behind one
 * address, until it is ended. The address goes to stdout as one line of JSON, the log to stderr.
 * Returns an exit code if it can't start.
 */
export async function runUp(values: FlagValues<typeof upFlags>): Promise<number | undefined> {
  const parsed = upInput.safeParse(values)
  if (!parsed.success)
    return refuse({
      code: 'bad-input',
      detail: `--${String(parsed.error.issues[0]?.path[0] ?? '')} can’t be used.`,
    })
  const program = findProgram(values['nats-server'])
  if (!program.ok) return refuse(program.error)
  const folder = await openChain(values, parsed.data.port)
  if (!folder.ok) return refuse(folder.error)
  if (!isPageBuilt()) return 1
  const port = natsPortOf(folder.value)
  if (!port.ok) return refuse(port.error)
  const configFile = join(folder.value.nodeFolder(1), 'nats-server.conf')
  const access = readAccess(folder.value.programFolder('relay'), 'relay')
  const nats = await NatsProgram.start(
    {
      ...{ program: program.value, configFile, port: port.value },
      pidFile: join(folder.value.nodeFolder(1), 'nats-server.pid'),
      isOurs: () => canConnect(access),
    },
    webLog,
  )
  if (!nats.ok) return refuse(nats.error)
  try {
    await serveAll(folder.value, nats.value, values, parsed.data)
    return undefined
  } catch (cause) {
    say(`It can’t start: ${cause instanceof Error ? cause.message : String(cause)}\n`)
    await nats.value.close()
    process.exit(1)
  }
}

async function serveAll(
  folder: ChainFolder,
  nats: NatsProgram,
  values: FlagValues<typeof upFlags>,
  { port, listen, 'figures-port': figuresPort }: z.infer<typeof upInput>,
): Promise<void> {
  const [access, fleetAccess] = [
    readAccess(folder.programFolder('relay'), 'relay'),
    readAccess(folder.programFolder('fleet'), 'fleet'),
  ]
  const signingKey = readSigningKey(folder.programFolder('fleet'), undefined)
  if (!access.ok || !fleetAccess.ok || !signingKey.ok) throw new Error('the folder can’t be read')
  const [clock, log] = [systemClock, webLog]
  const fleet = new Fleet(
    {
      ...{ clock, log, chance: Math.random },
      ...{ access: fleetAccess.value, signingKey: signingKey.value },
    },
    { pageDir: builtPage, alertUrl: null },
  )
  const relay = await Relay.start(
    { clock, log, access: access.value, page: new FleetAtRelay(fleet) },
    { address: listen, port, figuresAddress: '127.0.0.1', figuresPort, names: null },
  )
  async function end(): Promise<void> {
    await relay.close()
    await fleet.close()
    await nats.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end())
  await pushChanges(values)
  await Promise.all([relay.ready, fleet.ready])
  print(
    `${JSON.stringify({ events: relay.url, page: `${relay.url}fleet/`, figures: relay.figuresUrl })}\n`,
  )
}
