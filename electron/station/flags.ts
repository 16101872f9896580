import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, ok, type Result } from '#contract/result.ts'
import { givenBy, portSchema, readProvision, type Provision } from '#host/connection/provision.ts'

/** How a station is to run. */
export interface StationPlan {
  provision: Provision
  /** 0 for any free port. */
  uiPort: number
  dataDir: string
  /** Show the screens in a browser, and say in words where they are. */
  open: boolean
  help: boolean
}

export const help = `Kitchen Pass station: the kitchen's screens for browsers on this machine.

  --v3-url URL               the platform's version 3 API, ending in /v3   KITCHEN_PASS_V3_URL
  --v1-url URL               its version 1 API                             KITCHEN_PASS_V1_URL
  --tabs-url URL             its in-store tabs API                         KITCHEN_PASS_TABS_URL
  --token-file FILE          a file with the access token                  KITCHEN_PASS_TOKEN (the token itself)
  --store ID                 the store behind the glass                    KITCHEN_PASS_STORE
  --webhook-port PORT        where events arrive, 0 for any free port      KITCHEN_PASS_WEBHOOK_PORT
  --webhook-token-file FILE  a file with the bearer of events; two lines   KITCHEN_PASS_WEBHOOK_TOKEN (the token itself)
                             during a rotation
  --ui-port PORT             where the screens are, 0 for any free port    KITCHEN_PASS_UI_PORT
  --data FOLDER              where the database rests                      KITCHEN_PASS_DATA
  --open                     show the screens in a browser
  --help                     this page

With no store it runs what was connected last, else the practice store.`

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
  open: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** A secret comes from a file or a variable, never from a flag: every user of a machine can read its flags. */
const fromFile = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFileSync(file, 'utf8')

/** Reads flags, then variables. Fails with `bad-input` and a sentence for the terminal. */
export function readPlan(
  args: string[],
  env: Record<string, string | undefined>,
): Result<StationPlan> {
  try {
    const { values } = parseArgs({ args, options, strict: true })
    const vars = givenBy(env)
    const provision = readProvision({
      v3Url: values['v3-url'] ?? vars.v3Url,
      v1Url: values['v1-url'] ?? vars.v1Url,
      tabsUrl: values['tabs-url'] ?? vars.tabsUrl,
      token: fromFile(values['token-file']) ?? vars.token,
      store: values.store ?? vars.store,
      webhookPort: values['webhook-port'] ?? vars.webhookPort,
      webhookToken: fromFile(values['webhook-token-file']) ?? vars.webhookToken,
    })
    if (!provision.ok) return provision
    const uiPort = portSchema.safeParse(values['ui-port'] ?? env['KITCHEN_PASS_UI_PORT'] ?? '0')
    if (!uiPort.success) return fail('bad-input', '--ui-port is not a port')
    const dataDir = values.data ?? env['KITCHEN_PASS_DATA'] ?? join(homedir(), '.kitchen-pass')
    return ok({
      provision: provision.value,
      uiPort: uiPort.data,
      dataDir,
      open: values.open ?? false,
      help: values.help ?? false,
    })
  } catch (cause) {
    return fail('bad-input', cause instanceof Error ? cause.message : 'bad flags')
  }
}
