import { parseArgs } from 'node:util'
import { fail, ok, type Result } from '#contract/result.ts'
import {
  provisionFromEnvironment,
  portSchema,
  readProvision,
  type Provision,
} from '#host/connection/provision.ts'
import { dataFlag, dataFolder } from './data-folder.ts'
import {
  credentialHelp,
  givenSecret,
  keyHelp,
  keyOptions,
  readKeyPlan,
  type KeyPlan,
} from './vault/key-flags.ts'

/** Which store, and its data folder. */
interface StorePlan {
  provision: Provision
  /** 0 for any free port. */
  uiPort: number
  dataDir: string
  keys: KeyPlan
  help: boolean
}

export interface ServePlan extends StorePlan {
  /** Open the screens in a browser, and print their address. */
  open: boolean
  /** Remove the store's manager PIN. */
  resetPin: boolean
  /** Check the chain of close-outs, and exit. */
  verifyCloseOuts: boolean
  /** What to compare the close-outs with: codes, backups, exported files. */
  against: string[]
}

export interface DoctorPlan extends StorePlan {
  report: string
  /** Print the examination as JSON instead of text. */
  json: boolean
}

/** The flags that choose the store, with their variables. */
export const storeHelp = `  --v3-url URL               the platform's version 3 API, ending in /v3   KITCHEN_PASS_V3_URL
  --v1-url URL               its version 1 API                             KITCHEN_PASS_V1_URL
  --tabs-url URL             its in-store tabs API                         KITCHEN_PASS_TABS_URL
  --token-file FILE          a file with the access token                  KITCHEN_PASS_TOKEN (the token itself)
  --store ID                 the store to open                             KITCHEN_PASS_STORE
  --channel-id ID            the outside sales channel of the tabs API     KITCHEN_PASS_CHANNEL_ID
  --channel-token-file FILE  a file with that channel's token              KITCHEN_PASS_CHANNEL_TOKEN (the token itself)
  --dialect-file FILE        a JSON object with the dialect's names that   KITCHEN_PASS_DIALECT_FILE
                             this platform spells in another way
  --allow-http               allow addresses with http, where others can   KITCHEN_PASS_ALLOW_HTTP=1
                             read what is sent
  --data FOLDER              the folder of the database                    KITCHEN_PASS_DATA
${keyHelp}`

export const help = `Kitchen Pass for browsers: shows the kitchen's screens in browsers on this computer.

${storeHelp}
  --webhook-port PORT        the port for events; 0 for any free port      KITCHEN_PASS_WEBHOOK_PORT
  --webhook-token-file FILE  a file with the bearer token of events; two   KITCHEN_PASS_WEBHOOK_TOKEN (the token itself)
                             lines during a rotation
  --ui-port PORT             the port of the screens; 0 for any free port  KITCHEN_PASS_UI_PORT
  --open                     open the screens in a browser
  --reset-pin                remove the store's manager PIN
  --supervise                only with npm run serve: restart after a crash; after five crashes in five minutes,
                             print the reason and exit with 1
  --verify-close-outs        check that no signed close-out was changed, also against the store's own backups, and
                             exit: with 0 if all are intact, else with 1
  --against CODE|FILE        with --verify-close-outs: also check against the code on a printed close-out, an exported
                             JSON file or a backup; may be repeated
  --help                     print this text

Without a store it opens the last connected store, or else the practice store. A token without a store is for the
last connected store.

${credentialHelp}`

const options = {
  'v3-url': { type: 'string' },
  'v1-url': { type: 'string' },
  'tabs-url': { type: 'string' },
  'token-file': { type: 'string' },
  store: { type: 'string' },
  'channel-id': { type: 'string' },
  'channel-token-file': { type: 'string' },
  'dialect-file': { type: 'string' },
  'allow-http': { type: 'boolean' },
  'webhook-port': { type: 'string' },
  'webhook-token-file': { type: 'string' },
  'ui-port': { type: 'string' },
  ...dataFlag,
  ...keyOptions,
  help: { type: 'boolean' },
} as const

const serveOptions = {
  ...options,
  open: { type: 'boolean' },
  'reset-pin': { type: 'boolean' },
  'verify-close-outs': { type: 'boolean' },
  against: { type: 'string', multiple: true },
} as const

const doctorOptions = {
  ...options,
  report: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

function planOf(values: Values, env: Record<string, string | undefined>): Result<StorePlan> {
  const vars = provisionFromEnvironment(env)
  const provision = readProvision({
    v3Url: values['v3-url'] ?? vars.v3Url,
    v1Url: values['v1-url'] ?? vars.v1Url,
    tabsUrl: values['tabs-url'] ?? vars.tabsUrl,
    token: givenSecret(values['token-file'], 'platform-token', env) ?? vars.token,
    store: values.store ?? vars.store,
    channelId: values['channel-id'] ?? vars.channelId,
    channelToken:
      givenSecret(values['channel-token-file'], 'channel-token', env) ?? vars.channelToken,
    webhookPort: values['webhook-port'] ?? vars.webhookPort,
    webhookToken:
      givenSecret(values['webhook-token-file'], 'webhook-token', env) ?? vars.webhookToken,
    dialectFile: values['dialect-file'] ?? vars.dialectFile,
    allowHttp: values['allow-http'] === true ? '1' : vars.allowHttp,
  })
  if (!provision.ok) return provision
  const uiPort = portSchema.safeParse(values['ui-port'] ?? env['KITCHEN_PASS_UI_PORT'] ?? '0')
  if (!uiPort.success) return fail('bad-input', '--ui-port is not a port')
  const keys = readKeyPlan(values, env)
  if (!keys.ok) return keys
  return ok({
    provision: provision.value,
    uiPort: uiPort.data,
    dataDir: dataFolder(values.data, env),
    keys: keys.value,
    help: values.help ?? false,
  })
}

/** Unreadable flags and missing files, as a sentence. */
function withErrors<Plan>(read: () => Result<Plan>): Result<Plan> {
  try {
    return read()
  } catch (cause) {
    return fail('bad-input', cause instanceof Error ? cause.message : 'bad flags')
  }
}

/** Parses flags, then variables. Fails with `bad-input` and a sentence for the terminal. */
export const readPlan = (
  args: string[],
  env: Record<string, string | undefined>,
): Result<ServePlan> =>
  withErrors(() => {
    const { values } = parseArgs({ args, options: serveOptions, strict: true })
    const plan = planOf(values, env)
    if (!plan.ok) return plan
    if (values.against !== undefined && values['verify-close-outs'] !== true)
      return fail('bad-input', '--against goes with --verify-close-outs')
    return ok({
      ...plan.value,
      open: values.open ?? false,
      resetPin: values['reset-pin'] ?? false,
      verifyCloseOuts: values['verify-close-outs'] ?? false,
      against: values.against ?? [],
    })
  })

export const readDoctorPlan = (
  args: string[],
  env: Record<string, string | undefined>,
): Result<DoctorPlan> =>
  withErrors(() => {
    const { values } = parseArgs({ args, options: doctorOptions, strict: true })
    const plan = planOf(values, env)
    if (!plan.ok) return plan
    const report = values.report ?? 'kitchen-pass-doctor.txt'
    return ok({ ...plan.value, report, json: values.json ?? false })
  })
