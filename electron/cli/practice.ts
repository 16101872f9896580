import { z } from 'zod'
import { startPractice } from '#practice/platform.ts'
import type { FlagValues } from './command/command.ts'
import type { practiceFlags } from './flags.ts'
import { print, say } from '#host/log/terminal.ts'

function whole(low: number, high: number) {
  const says = `must be a whole number from ${low} to ${high}`
  return z
    .string()
    .regex(/^\d+$/, says)
    .transform(Number)
    .pipe(z.number().min(low, says).max(high, says))
}

const flagsSchema = z.object({
  webhook: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  port: whole(0, 65_535).default(0),
  seed: whole(0, 2 ** 31).default(1),
  'orders-per-minute': whole(0, 600).default(6),
  clients: whole(1, 10_000_000).default(3000),
  payments: whole(1, 1_000_000).optional(),
} satisfies Record<keyof typeof practiceFlags, z.ZodType>)

/**
 * `kitchen-pass practice`: runs the practice platform alone, with a rush, until it is stopped. Its
 * addresses go to stdout as one line of JSON for programs, and to stderr for people. Returns an
 * exit code if it doesn't start.
 */
export async function runPractice(
  values: FlagValues<typeof practiceFlags>,
): Promise<number | undefined> {
  const parsed = flagsSchema.safeParse(values)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    say(`--${issue?.path.join('.')} ${issue?.message}.\n`)
    return 2
  }
  const { webhook = null, port, seed, clients, payments } = parsed.data
  let practice
  try {
    practice = await startPractice({
      webhookUrl: webhook,
      port,
      seed,
      clients,
      ...(payments !== undefined && { payments }),
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    say(`The practice platform cannot start: ${why}.\n`)
    return 1
  }
  const running = practice
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)))

  const { v3, v1, tabs, token, webhookToken, storeId } = practice
  const { channelToken, salesChannelConfigId, control } = practice
  const addresses = {
    v3,
    v1,
    tabs,
    token,
    webhookToken,
    storeId,
    channelToken,
    salesChannelConfigId,
    control,
  }
  print(`${JSON.stringify(addresses)}\n`)
  say(`The practice platform is open.

  version 3       ${v3}
  version 1       ${v1}
  in-store tabs   ${tabs}
  store           ${storeId}
  access token    ${token}
  webhook bearer  ${webhookToken}
  events go to    ${webhook ?? 'nowhere (--webhook URL)'}
  control page    ${control}
`)
  practice.startRush({
    ordersPerMinute: parsed.data['orders-per-minute'],
    openWith: 12,
    maxOpen: 120,
  })
  return undefined
}
