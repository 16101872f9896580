/** The program of `npm run practice`: runs the practice platform alone, with a rush, until it is stopped. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import { startPractice } from './platform.ts'

const help = `Runs the practice platform on 127.0.0.1 and prints its addresses: one line of JSON for
programs on stdout, and the same for people on stderr.

  --webhook URL            the receiver of its events (default: none)
  --port N                 port to listen on (default: any free one)
  --seed N                 the same seed gives the same orders (default: 1)
  --orders-per-minute N    how many orders are placed (default: 6)
  --clients N              how many clients the points program has (default: 3000)
  --payments N             how many payments each till has (default: 400 and 60)
  --help                   print this text
`

function whole(low: number, high: number) {
  const says = `must be a whole number from ${low} to ${high}`
  return z
    .string()
    .regex(/^\d+$/, says)
    .transform(Number)
    .pipe(z.number().min(low, says).max(high, says))
}

const flags = z.object({
  webhook: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  port: whole(0, 65_535).default(0),
  seed: whole(0, 2 ** 31).default(1),
  'orders-per-minute': whole(0, 600).default(6),
  clients: whole(1, 10_000_000).default(3000),
  payments: whole(1, 1_000_000).optional(),
})

/** Prints one sentence and exits. */
function leave(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

const options: ParseArgsOptionsConfig = {
  ...Object.fromEntries(Object.keys(flags.shape).map((name) => [name, { type: 'string' }])),
  help: { type: 'boolean' },
}

function readArguments() {
  try {
    return parseArgs({ strict: true, options }).values
  } catch (error) {
    const [sentence = 'These arguments cannot be read'] = String(
      error instanceof Error ? error.message : error,
    ).split(/[.\n]/)
    return leave(`${sentence}.`, 2)
  }
}

const values = readArguments()
if (values['help'] === true) {
  process.stdout.write(help)
  process.exit(0)
}

const parsed = flags.safeParse(values)
if (!parsed.success) {
  const [issue] = parsed.error.issues
  leave(`--${issue?.path.join('.')} ${issue?.message}.`, 2)
}
const { webhook = null, port, seed, clients, payments } = parsed.data
const practice = await startPractice({
  webhookUrl: webhook,
  port,
  seed,
  clients,
  ...(payments !== undefined && { payments }),
}).catch((error: unknown) =>
  leave(
    `The practice platform cannot start: ${error instanceof Error ? error.message : String(error)}.`,
    1,
  ),
)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void practice.close().then(() => process.exit(0)))
}

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
process.stdout.write(`${JSON.stringify(addresses)}\n`)
process.stderr.write(`The practice platform is open.

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
  atMostOpen: 120,
})
