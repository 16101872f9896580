import { z } from 'zod'
import { systemClock } from '#host/clock/clock.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print, say, webLog } from '#host/log/terminal.ts'
import { readAccess } from './chain/folder.ts'
import type { serveFlags } from './flags.ts'
import { Relay } from './receive/relay.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const address = z.string().min(1).default('127.0.0.1')

const flagsSchema = z.object({
  folder: z.string().min(1).default('chain/relay'),
  port: port.default(8480),
  address,
  'figures-port': port.default(8481),
  'figures-address': address,
  host: z.array(z.string().min(1)).optional(),
} satisfies Record<keyof typeof serveFlags, z.ZodType>)

const fromEnvironment = (env: NodeJS.ProcessEnv): Record<string, string | undefined> => ({
  folder: env['KITCHEN_PASS_RELAY_FOLDER'],
  port: env['KITCHEN_PASS_RELAY_PORT'],
  address: env['KITCHEN_PASS_RELAY_ADDRESS'],
  'figures-port': env['KITCHEN_PASS_RELAY_FIGURES_PORT'],
  'figures-address': env['KITCHEN_PASS_RELAY_FIGURES_ADDRESS'],
})

/**
 * `kitchen-pass-relay serve`: accepts events, and serves them to stores, until it is ended. Its
 * addresses go to stdout as one line of JSON, its log to stderr. Returns an exit code if it can't
 * start.
 */
export async function serve(values: FlagValues<typeof serveFlags>): Promise<number | undefined> {
  const parsed = flagsSchema.safeParse({ ...fromEnvironment(process.env), ...values })
  if (!parsed.success) {
    say(`--${parsed.error.issues[0]?.path.join('.') ?? ''} can’t be used.\n`)
    return 2
  }
  const { folder, port, address, host } = parsed.data
  const access = readAccess(folder, 'relay')
  if (!access.ok) {
    say(`${access.error.detail ?? access.error.code}\n`)
    return 2
  }
  try {
    const relay = await Relay.start(
      { clock: systemClock, log: webLog, access: access.value },
      {
        address,
        port,
        figuresAddress: parsed.data['figures-address'],
        figuresPort: parsed.data['figures-port'],
        names: host ?? null,
      },
    )
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void relay.close().then(() => process.exit(0)))
    print(`${JSON.stringify({ events: relay.url, figures: relay.figuresUrl })}\n`)
    await relay.ready
    return undefined
  } catch (cause) {
    say(`The relay can’t start: ${cause instanceof Error ? cause.message : String(cause)}\n`)
    process.exit(1)
  }
}
