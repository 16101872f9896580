import { roles } from '#contract/shared/caller.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  provisionFromEnvironment,
  portSchema,
  readProvision,
  type Provision,
} from '#host/connection/provision.ts'
import { readFeedAddress } from '#host/updates/feed.ts'
import type { FlagValues } from './command/command.ts'
import { parseFlags } from './command/parse.ts'
import { dataFlag, dataFolder } from './data-folder.ts'
import { networkFlags, readNetworkPlan, type NetworkPlan } from '#network/network-flags.ts'
import { givenSecret, keyFlags, readKeyPlan, type KeyPlan } from './vault/key-flags.ts'

/** Which store, and its data folder. */
interface StorePlan {
  provision: Provision
  dataDir: string
  keys: KeyPlan
}

interface UpdatePlan {
  /** Where to ask for newer versions; null to ask nowhere. */
  updateUrl: string | null
}

export interface ServePlan extends StorePlan, UpdatePlan {
  /** 0 for any free port. */
  uiPort: number
  network: NetworkPlan
  /** Open the screens in a browser, and print their address. */
  open: boolean
  /** Remove the store's manager PIN. */
  resetPin: boolean
}

export interface DoctorPlan extends StorePlan, UpdatePlan {
  report: string
  /** Print the examination as JSON instead of text. */
  json: boolean
}

/** The flags that choose the store. */
const storeFlags = {
  profile: {
    value: 'FILE',
    variable: 'KITCHEN_PASS_PROFILE',
    text: 'a setup file: the store, its settings, screens and printers; --store says which of several',
  },
  'secrets-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_PROFILE_SECRETS',
    text: 'a file with the secrets of the stores in the setup file; the variable has its text',
  },
  'v3-url': {
    value: 'URL',
    variable: 'KITCHEN_PASS_V3_URL',
    text: 'the platform’s version 3 API, ending in /v3',
  },
  'v1-url': { value: 'URL', variable: 'KITCHEN_PASS_V1_URL', text: 'its version 1 API' },
  'tabs-url': {
    value: 'URL',
    variable: 'KITCHEN_PASS_TABS_URL',
    text: 'its in-store tabs API, for tabs, payments and shifts',
  },
  'token-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_TOKEN',
    text: 'a file with the access token; the variable has the token itself',
  },
  store: { value: 'ID', variable: 'KITCHEN_PASS_STORE', text: 'the store to open' },
  'channel-id': {
    value: 'ID',
    variable: 'KITCHEN_PASS_CHANNEL_ID',
    text: 'the outside sales channel of the tabs API',
  },
  'channel-token-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_CHANNEL_TOKEN',
    text: 'a file with that channel’s token; the variable has the token itself',
  },
  'dialect-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_DIALECT_FILE',
    text: 'a JSON object with the names that this platform spells in another way',
  },
  'allow-http': {
    variable: 'KITCHEN_PASS_ALLOW_HTTP=1',
    text: 'allow addresses with http, where others can read what is sent',
  },
  ...dataFlag,
  ...keyFlags,
} as const

const updateFlag = {
  'update-url': {
    value: 'URL',
    variable: 'KITCHEN_PASS_UPDATE_URL',
    text: 'where to ask whether there is a newer version; default nowhere',
  },
} as const

export const uiPortFlag = {
  'ui-port': {
    value: 'PORT',
    variable: 'KITCHEN_PASS_UI_PORT',
    text: 'the port of the screens; 0 for any free port',
  },
} as const

export const serveFlags = {
  ...storeFlags,
  'webhook-port': {
    value: 'PORT',
    variable: 'KITCHEN_PASS_WEBHOOK_PORT',
    text: 'the port for events; 0 for any free port',
  },
  'webhook-token-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_WEBHOOK_TOKEN',
    text: 'a file with the bearer token of events, two lines during a rotation; the variable has the token itself',
  },
  'relay-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_RELAY_FILE',
    text: 'the file of this store for its chain’s relay, where it fetches its events; the variable has the text itself',
  },
  ...uiPortFlag,
  ...networkFlags,
  ...updateFlag,
  open: { text: 'open the screens in a browser' },
  'reset-pin': { text: 'remove the store’s manager PIN' },
} as const

export const doctorFlags = {
  ...storeFlags,
  ...updateFlag,
  report: {
    value: 'FILE',
    text: 'the file for the report, without secrets; default kitchen-pass-doctor.txt',
  },
  json: { text: 'print the result as JSON on stdout' },
} as const

export const practiceFlags = {
  webhook: { value: 'URL', text: 'the receiver of its events; default none' },
  port: { value: 'PORT', text: 'the port to listen on; default any free one' },
  seed: { value: 'N', text: 'the same seed gives the same orders; default 1' },
  'orders-per-minute': { value: 'N', text: 'how many orders are placed; default 6' },
  clients: { value: 'N', text: 'how many clients the points program has; default 3000' },
  payments: { value: 'N', text: 'how many payments each till has; default 400 and 60' },
} as const

const filePassphraseFlag = {
  'passphrase-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_PASSPHRASE',
    text: 'a file with the passphrase of an encrypted backup; the variable has the passphrase itself; asked at the terminal by default',
  },
} as const

export const backupFlags = {
  ...dataFlag,
  to: {
    value: 'FOLDER|FILE',
    text: 'make the backup there, outside the data folder; a name that ends in .kpbackup makes one encrypted file',
  },
  database: { value: 'NAME', text: 'which database, if the folder has several' },
  ...filePassphraseFlag,
} as const

export const restoreFlags = {
  ...dataFlag,
  list: { text: 'list the backups, with their age and size, and check each' },
  from: { value: 'FOLDER|FILE', text: 'take a backup made with backup --to, or an exported file' },
  database: { value: 'NAME', text: 'which database, if the folder has several' },
  ...filePassphraseFlag,
  yes: { text: 'don’t ask' },
} as const

export const profileFlags = {
  schema: { text: 'print the JSON Schema of setup files' },
  seal: { text: 'print the file with the secrets of --secrets-file encrypted in it' },
  'secrets-file': {
    value: 'FILE',
    text: 'a JSON file with the access keys of the stores',
  },
  'passphrase-file': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_PASSPHRASE',
    text: 'a file with the passphrase for --seal; the variable has the passphrase itself',
  },
  'ask-passphrase': { text: 'ask for that passphrase at the terminal' },
  make: { text: 'print a setup file of the connected store, without secrets' },
  unlock: { text: 'let the screens change what a locked setup file has set' },
  ...dataFlag,
} as const

export const verifyFlags = {
  ...dataFlag,
  against: {
    value: 'CODE|FILE',
    repeats: true,
    text: 'also check the close-outs against the code on a printed one, an exported JSON file or a backup; may be repeated',
  },
} as const

export const screensFlags = {
  ...dataFlag,
  allow: { text: 'allow screens on the network' },
  'let-in': { value: 'CODE', text: 'let the screen in that shows this code' },
  name: { value: 'NAME', text: 'where that screen is, for example Grill' },
  role: { value: 'ROLE', text: `what it may do: ${roles.join(', ')}; default ${roles[0]}` },
  at: { value: 'ADDRESS', text: 'only if a screen waits at this address' },
  'new-certificate': {
    text: 'make a new certificate; each screen has to trust this computer again',
  },
} as const

type Environment = Record<string, string | undefined>

function planOf(values: FlagValues<typeof serveFlags>, env: Environment): Result<StorePlan> {
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
    relayFile: givenSecret(values['relay-file'], 'relay-file', env) ?? vars.relayFile,
    dialectFile: values['dialect-file'] ?? vars.dialectFile,
    allowHttp: values['allow-http'] === true ? '1' : vars.allowHttp,
    profile: values.profile ?? vars.profile,
    profileSecrets:
      givenSecret(values['secrets-file'], 'profile-secrets', env) ?? vars.profileSecrets,
  })
  if (!provision.ok) return provision
  const keys = readKeyPlan(values, env)
  if (!keys.ok) return keys
  return ok({
    provision: provision.value,
    dataDir: dataFolder(values.data, env),
    keys: keys.value,
  })
}

function updatePlanOf(values: FlagValues<typeof updateFlag>, env: Environment): Result<UpdatePlan> {
  const address = values['update-url'] ?? env['KITCHEN_PASS_UPDATE_URL'] ?? ''
  if (address === '') return ok({ updateUrl: null })
  const updateUrl = readFeedAddress(address)
  return updateUrl === null
    ? fail('bad-input', '--update-url is not an address with https')
    : ok({ updateUrl })
}

/** The port of the screens; null if it is not a port. */
export const uiPortOf = (values: FlagValues<typeof uiPortFlag>, env: Environment): number | null =>
  portSchema.safeParse(values['ui-port'] ?? env['KITCHEN_PASS_UI_PORT'] ?? '0').data ?? null

export const noPort = '--ui-port is not a port'

/** Missing files, as a sentence. */
function withErrors<Plan>(read: () => Result<Plan>): Result<Plan> {
  try {
    return read()
  } catch (cause) {
    return fail('bad-input', cause instanceof Error ? cause.message : 'bad flags')
  }
}

/** Parses flags, then variables. Fails with `bad-input` and a sentence for the terminal. */
export const readPlan = (args: readonly string[], env: Environment): Result<ServePlan> =>
  withErrors(() => {
    const parsed = parseFlags({ flags: serveFlags }, args)
    if (!parsed.ok) return parsed
    const values = parsed.value
    const plan = planOf(values, env)
    if (!plan.ok) return plan
    const uiPort = uiPortOf(values, env)
    if (uiPort === null) return fail('bad-input', noPort)
    const network = readNetworkPlan(values, env)
    if (!network.ok) return network
    const update = updatePlanOf(values, env)
    if (!update.ok) return update
    return ok({
      ...plan.value,
      ...update.value,
      network: network.value,
      uiPort,
      open: values.open ?? false,
      resetPin: values['reset-pin'] ?? false,
    })
  })

export const readDoctorPlan = (
  values: FlagValues<typeof doctorFlags>,
  env: Environment,
): Result<DoctorPlan> =>
  withErrors(() => {
    const plan = planOf(values, env)
    if (!plan.ok) return plan
    const update = updatePlanOf(values, env)
    if (!update.ok) return update
    const report = values.report ?? 'kitchen-pass-doctor.txt'
    return ok({ ...plan.value, ...update.value, report, json: values.json ?? false })
  })
