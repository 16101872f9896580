import { join } from 'node:path'
import { z } from 'zod'
import { isUnencrypted } from '#contract/unencrypted.ts'
import { systemClock } from '#host/clock.ts'
import { buildWhatIsStale, root } from '#web/build.ts'
import type { FlagValues } from '#web/command/parse.ts'
import { print, say, webLog } from '#web/log.ts'
import { relayFolder } from '../chain/folder.ts'
import type { fleetFlags } from '../flags.ts'
import { startFleet } from './fleet.ts'

const builtPage = join(root, 'out/fleet')
/** `npm run relay` runs the sources, and only the page is built. */
const isSource = import.meta.filename.endsWith('.ts')

const given = z.object({
  folder: z.string().min(1).default('chain/relay'),
  port: z.coerce.number().int().min(0).max(65_535).default(8482),
  address: z.string().min(1).default('127.0.0.1'),
  'alert-url': z
    .url({ protocol: /^https?$/ })
    .refine((address) => !isUnencrypted(address))
    .optional(),
} satisfies Record<keyof typeof fleetFlags, z.ZodType>)

const fromEnvironment = (env: NodeJS.ProcessEnv): Record<string, string | undefined> => ({
  folder: env['KITCHEN_PASS_RELAY_FOLDER'],
  port: env['KITCHEN_PASS_FLEET_PORT'],
  address: env['KITCHEN_PASS_FLEET_ADDRESS'],
  'alert-url': env['KITCHEN_PASS_FLEET_ALERT_URL'],
})

/**
 * `kitchen-pass-relay fleet`: serves the page until it is ended. Its address goes to stdout as one
 * line of JSON, its log to stderr. Returns an exit code if it can't start.
 */
export async function serveFleet(
  values: FlagValues<typeof fleetFlags>,
): Promise<number | undefined> {
  const parsed = given.safeParse({ ...fromEnvironment(process.env), ...values })
  if (!parsed.success) {
    say(`--${parsed.error.issues[0]?.path.join('.') ?? ''} can’t be used.\n`)
    return 2
  }
  const { folder: path, port, address } = parsed.data
  const folder = relayFolder(path)
  const [access, accounts, names] = [folder.readAccess(), folder.readUsers(), folder.readNames()]
  if (!access.ok || !accounts.ok || !names.ok) {
    const fault = [access, accounts, names].find((each) => !each.ok)
    say(`${fault?.ok === false ? (fault.error.detail ?? fault.error.code) : ''}\n`)
    return 2
  }
  if (isSource && !buildWhatIsStale()) return 1
  if (accounts.value.length === 0) say('Nobody has a key yet: kitchen-pass-relay user add.\n')
  try {
    const fleet = await startFleet(
      {
        ...{ clock: systemClock, log: webLog, chance: Math.random, folder },
        ...{ access: access.value, accounts: accounts.value, names: names.value },
      },
      { address, port, pageDir: builtPage, alertUrl: parsed.data['alert-url'] ?? null },
    )
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void fleet.close().then(() => process.exit(0)))
    print(`${JSON.stringify({ page: fleet.url })}\n`)
    await fleet.ready
    return undefined
  } catch (cause) {
    say(`The page can’t be served: ${cause instanceof Error ? cause.message : String(cause)}\n`)
    process.exit(1)
  }
}
