import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import { systemClock } from '#host/clock/clock.ts'
import { buildWhatIsStale, root } from '#cli/build.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print, say, webLog } from '#host/log/terminal.ts'
import { readAccess } from '../chain/folder.ts'
import { refuse } from '../commands/shared.ts'
import type { fleetFlags } from '../flags.ts'
import { FleetServer } from './fleet.ts'

export const builtPage = join(root, 'out/fleet')
/** `npm run relay` runs the sources, and only the page is built. */
const isSource = import.meta.filename.endsWith('.ts')

/** Builds the page if it runs from the sources and has to. */
export const isPageBuilt = (): boolean => !isSource || buildWhatIsStale()

const flagsSchema = z.object({
  folder: z.string().min(1).default('chain/fleet'),
  port: z.coerce.number().int().min(0).max(65_535).default(8482),
  address: z.string().min(1).default('127.0.0.1'),
  'alert-url': z
    .url({ protocol: /^https?$/ })
    .refine((address) => !isUnencrypted(address))
    .optional(),
  'signing-key': z.string().min(1).optional(),
} satisfies Record<keyof typeof fleetFlags, z.ZodType>)

const fromEnvironment = (env: NodeJS.ProcessEnv): Record<string, string | undefined> => ({
  folder: env['KITCHEN_PASS_FLEET_FOLDER'],
  port: env['KITCHEN_PASS_FLEET_PORT'],
  address: env['KITCHEN_PASS_FLEET_ADDRESS'],
  'alert-url': env['KITCHEN_PASS_FLEET_ALERT_URL'],
  'signing-key': env['KITCHEN_PASS_FLEET_SIGNING_KEY'],
})

/**
 * The key of the given file, or of the one that `setup` wrote to the folder; null if neither is
 * there. Fails with a sentence that names the file.
 */
export function readSigningKey(
  folder: string,
  givenFile: string | undefined,
): Result<string | null> {
  const file = givenFile ?? join(folder, 'signing-key.pem')
  if (givenFile === undefined && !existsSync(file)) return ok(null)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return fail('not-found', `${file} can’t be read.`)
  }
  try {
    if (createPrivateKey(text).asymmetricKeyType === 'ed25519') return ok(text)
  } catch {
    // It isn't even a key.
  }
  return fail('bad-input', `${file} is not the key that setup made.`)
}

/**
 * `kitchen-pass-relay fleet`: serves the page until it is ended. Its address goes to stdout as one
 * line of JSON, its log to stderr. Returns an exit code if it can't start.
 */
export async function serveFleet(
  values: FlagValues<typeof fleetFlags>,
): Promise<number | undefined> {
  const parsed = flagsSchema.safeParse({ ...fromEnvironment(process.env), ...values })
  if (!parsed.success) {
    say(`--${parsed.error.issues[0]?.path.join('.') ?? ''} can’t be used.\n`)
    return 2
  }
  const { folder, port, address } = parsed.data
  const signingKey = readSigningKey(folder, parsed.data['signing-key'])
  const access = readAccess(folder, 'fleet')
  // A flag or a file is wrong.
  if (!signingKey.ok) return refuse({ ...signingKey.error, code: 'bad-input' })
  if (!access.ok) return refuse({ ...access.error, code: 'bad-input' })
  if (!isPageBuilt()) return 1
  if (signingKey.value === null)
    say(
      `There is no signing-key.pem in ${folder}, so the page can’t change stores. Name it with --signing-key.\n`,
    )
  try {
    const fleet = await FleetServer.start(
      {
        ...{ clock: systemClock, log: webLog, chance: Math.random, access: access.value },
        signingKey: signingKey.value,
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
