import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import { practiceProfile, type Profile } from '#host/connection/profile.ts'

/** How a station is to run. A profile of null means: what was connected last, else the practice store. */
export interface StationPlan {
  profile: Profile | null
  token: string | null
  webhookToken: string | null
  webhookPort: number | null
  uiPort: number
  dataDir: string
  help: boolean
}

export const help = `Kitchen Pass station: the kitchen's screens for browsers on this machine.

  --v3-url URL             the platform's version 3 API, ending in /v3   KITCHEN_PASS_V3_URL
  --v1-url URL             its version 1 API                             KITCHEN_PASS_V1_URL
  --tabs-url URL           its in-store tabs API                         KITCHEN_PASS_TABS_URL
  --token-file FILE        a file with the access token                  KITCHEN_PASS_TOKEN (the token)
  --store ID               the store behind the glass                    KITCHEN_PASS_STORE
  --webhook-port PORT      where events arrive, 0 for any free port      KITCHEN_PASS_WEBHOOK_PORT
  --webhook-token-file FILE  a file with the bearer of events, one a     KITCHEN_PASS_WEBHOOK_TOKEN (the token)
                           line, two lines during a rotation
  --ui-port PORT           where the screens are, 0 for any free port    KITCHEN_PASS_UI_PORT
  --data FOLDER            where the database rests                      KITCHEN_PASS_DATA
  --help                   this page

With none of the first five it runs what was connected last, else the practice store.`

const options = {
  'v3-url': { type: 'string' },
  'v1-url': { type: 'string' },
  'tabs-url': { type: 'string' },
  'token-file': { type: 'string' },
  store: { type: 'string' },
  'webhook-port': { type: 'string' },
  'webhook-token-file': { type: 'string' },
  'ui-port': { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean' },
} as const

const url = z
  .url({ protocol: /^https?$/, error: 'is not an http address' })
  .transform((text) => text.replace(/\/+$/, ''))
const port = z.coerce.number('is not a port').int('is not a port').min(0, 'is not a port').max(65_535, 'is not a port')
const text = z.string().trim().min(1, 'is empty')

const planSchema = z.object({
  'v3-url': url.optional(),
  'v1-url': url.optional(),
  'tabs-url': url.optional(),
  token: text.optional(),
  store: text.optional(),
  'webhook-port': port.optional(),
  'webhook-token': text.optional(),
  'ui-port': port.default(0),
  data: text.default(join(homedir(), '.kitchen-pass')),
})

type Environment = Record<string, string | undefined>

/** A secret comes from a file or a variable, never from a flag: flags can be read by every user of the machine. */
function secret(file: string | undefined, variable: string | undefined): string | undefined {
  return file === undefined ? variable : readFileSync(file, 'utf8')
}

/** Reads flags, then variables. Fails with `bad-input` and a sentence for the terminal. */
export function readPlan(args: string[], env: Environment): Result<StationPlan> {
  let raw: Record<string, unknown>
  try {
    const { values } = parseArgs({ args, options, strict: true })
    if (values.help === true) return ok({ ...emptyPlan, help: true })
    const of = (flag: string | undefined, name: string): string | undefined =>
      flag ?? env[`KITCHEN_PASS_${name}`]
    raw = {
      'v3-url': of(values['v3-url'], 'V3_URL'),
      'v1-url': of(values['v1-url'], 'V1_URL'),
      'tabs-url': of(values['tabs-url'], 'TABS_URL'),
      token: secret(values['token-file'], env['KITCHEN_PASS_TOKEN']),
      store: of(values.store, 'STORE'),
      'webhook-port': of(values['webhook-port'], 'WEBHOOK_PORT'),
      'webhook-token': secret(values['webhook-token-file'], env['KITCHEN_PASS_WEBHOOK_TOKEN']),
      'ui-port': of(values['ui-port'], 'UI_PORT'),
      data: of(values.data, 'DATA'),
    }
  } catch (cause) {
    return fail('bad-input', cause instanceof Error ? cause.message : 'bad flags')
  }
  const parsed = planSchema.safeParse(raw)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return fail('bad-input', `--${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`)
  }
  return plan(parsed.data)
}

const emptyPlan: StationPlan = {
  profile: null,
  token: null,
  webhookToken: null,
  webhookPort: null,
  uiPort: 0,
  dataDir: '',
  help: false,
}

function plan(flags: z.infer<typeof planSchema>): Result<StationPlan> {
  const { 'v3-url': v3Url, token, store } = flags
  const given = [v3Url, token, store].filter((each) => each !== undefined).length
  if (given !== 0 && given !== 3)
    return fail('bad-input', 'A store needs all three: --v3-url, a token and --store.')
  const connects = v3Url !== undefined && store !== undefined
  return ok({
    profile: connects
      ? {
          ...practiceProfile,
          mode: 'store',
          v3Url,
          v1Url: flags['v1-url'] ?? null,
          tabsUrl: flags['tabs-url'] ?? null,
          storeId: store,
        }
      : null,
    token: token ?? null,
    webhookToken: flags['webhook-token'] ?? null,
    webhookPort: flags['webhook-port'] ?? null,
    uiPort: flags['ui-port'],
    dataDir: flags.data,
    help: false,
  })
}
