import { existsSync } from 'node:fs'
import { defaultSettings, settingsSchema } from '#contract/settings/settings.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { readFileText } from '#host/connection/given-profile.ts'
import {
  practiceProfile,
  readProfile,
  writeProfile,
  type Profile,
} from '#host/connection/profile.ts'
import { storedScreens } from '#host/screens/store.ts'
import { storedPrinters } from '#host/printers/store.ts'
import { StoreFolders } from '#host/connection/store-folders.ts'
import { openDatabase } from '#host/db/open.ts'
import { Rows } from '#host/db/rows.ts'
import { createValues } from '#host/db/values.ts'
import {
  profileJsonSchema,
  readProfileFile,
  readSecrets,
  sealSecrets,
} from '#host/profile-file/profile-file.ts'
import { dataFolder } from '../data-folder.ts'
import type { profileFlags } from '../flags.ts'
import { print, say } from '#host/log/terminal.ts'
import { askPassphrase } from '../vault/ask-passphrase.ts'
import { readPassphrase } from '../vault/key-flags.ts'
import type { FlagValues } from './command.ts'
import { collectErrors, databaseOf, messageOf, withLease } from './stores.ts'

type Values = FlagValues<typeof profileFlags>

const printJson = (value: unknown): void => {
  print(`${JSON.stringify(value, null, 2)}\n`)
}

/** The text of a setup file, checked. Its faults are printed. */
function readChecked(path: string) {
  const text = readFileText(path)
  const read = text.ok ? readProfileFile(text.value) : text
  if (read.ok) return read.value
  say(text.ok ? `${path} can’t be used:\n` : '')
  for (const line of (read.error.detail ?? '').split('\n')) say(`  ${line}\n`)
  return null
}

/** Checks a setup file, and says what it sets. */
function check(path: string): number {
  const read = readChecked(path)
  if (read === null) return 1
  const { stores, file } = read
  for (const { storeId, v3Url, setup } of stores) {
    const parts = [
      `${String(Object.keys(setup.settings).length)} settings`,
      `${String(setup.screens.length)} screens`,
      `${String(setup.printers.length)} printers`,
      ...(setup.locked ? ['locked'] : []),
    ]
    print(`${setup.name} (${storeId}) at ${v3Url}: ${parts.join(', ')}\n`)
  }
  print(
    file.sealed === undefined
      ? 'It has no secrets.\n'
      : 'Its secrets are sealed. Their passphrase was not tried.\n',
  )
  return 0
}

/** The passphrase for the secrets. Fails with a sentence for the terminal. */
async function newPassphrase(path: string, values: Values): Promise<Result<string>> {
  try {
    const read = readPassphrase(values['passphrase-file'], process.env)
    if (!read.ok) return read
    if (read.value !== null) return ok(read.value)
    if (values['ask-passphrase'] === true && process.stdin.isTTY)
      return ok(await askPassphrase(path, { isNew: true }))
    return fail(
      'bad-input',
      '--seal needs a passphrase: --passphrase-file FILE, or --ask-passphrase at a terminal.',
    )
  } catch (cause) {
    return fail('bad-input', messageOf(cause))
  }
}

/** Prints the setup file with the secrets of another file sealed in it. */
async function seal(path: string, values: Values): Promise<number> {
  const read = readChecked(path)
  if (read === null) return 1
  const secretsPath = values['secrets-file']
  if (secretsPath === undefined) {
    say('--seal needs the secrets: --secrets-file FILE.\n')
    return 2
  }
  const text = readFileText(secretsPath)
  const secrets = text.ok ? readSecrets(text.value) : text
  if (!secrets.ok) {
    say(`${secretsPath}: ${secrets.error.detail ?? secrets.error.code}\n`)
    return 1
  }
  const foreign = Object.keys(secrets.value.stores ?? {}).filter(
    (id) => !read.stores.some(({ storeId }) => storeId === id),
  )
  if (foreign.length > 0) {
    say(`${secretsPath}: ${path} has no store ${foreign.join(', ')}.\n`)
    return 1
  }
  const passphrase = await newPassphrase(path, values)
  if (!passphrase.ok) {
    say(`${passphrase.error.detail ?? passphrase.error.code}\n`)
    return 2
  }
  printJson({ ...read.file, sealed: await sealSecrets(secrets.value, passphrase.value) })
  return 0
}

/** The store connected on a screen, otherwise the only one that was given by flags. */
function connectedIn(dataDir: string): Profile | null {
  const profile = readProfile(dataDir)
  if (profile?.mode === 'store') return profile
  const only = new StoreFolders(dataDir).only()
  return only === null ? null : { ...practiceProfile, mode: 'store', ...only }
}

/** Runs `work` while no program has the folder; its connection is that of a store. */
async function withStore(
  values: Values,
  work: (dataDir: string, profile: Profile) => Result<null>,
): Promise<number> {
  const dataDir = dataFolder(values.data, process.env)
  if (!existsSync(dataDir)) {
    say(`There is no folder ${dataDir}.\n`)
    return 1
  }
  try {
    return await withLease(dataDir, () => {
      const profile = connectedIn(dataDir)
      const done =
        profile === null
          ? fail('not-found', `No store is connected in ${dataDir}.`)
          : work(dataDir, profile)
      if (!done.ok) say(`${done.error.detail ?? done.error.code}\n`)
      return Promise.resolve(done.ok ? 0 : 1)
    })
  } catch (cause) {
    // What was stored can't be read, or a newer version wrote it.
    say(`${messageOf(cause)}\n`)
    return 1
  }
}

/** Makes what a setup file set changeable on the screens again. */
const unlock = (values: Values): Promise<number> =>
  withStore(values, (dataDir, profile) => {
    if (profile.setup === null) return fail('not-found', 'No setup file was applied here.')
    if (!profile.setup.locked) {
      print('It was not locked.\n')
      return ok(null)
    }
    writeProfile(dataDir, { ...profile, setup: { ...profile.setup, locked: false } })
    print(`${profile.setup.name} is unlocked. Its settings can be changed on the screens now.\n`)
    return ok(null)
  })

const isSet = <Value>([, value]: [string, Value]): boolean => value !== null && value !== false

/** Prints a setup file of the connected store. */
const make = (values: Values): Promise<number> =>
  withStore(values, (dataDir, profile) => {
    const { v3Url, storeId } = profile
    const file = databaseOf(dataDir, new StoreFolders(dataDir).folderOf(v3Url ?? '', storeId))
    if (!existsSync(file))
      return fail('not-found', `There is no database of the store in ${dataDir}.`)
    const { log, causes } = collectErrors()
    const db = openDatabase(file)
    try {
      const stored = createValues(db, log)('settings', settingsSchema.partial()).read() ?? {}
      const usual: Record<string, unknown> = { ...defaultSettings }
      const settings = Object.entries(stored).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]),
      )
      const { v3Url, v1Url, tabsUrl, salesChannelConfigId, allowHttp, dialect, setup } = profile
      const addresses = { v3Url, v1Url, tabsUrl, salesChannelConfigId, allowHttp }
      printJson({
        version: 1,
        stores: [
          {
            name: setup?.name ?? profile.storeId,
            storeId: profile.storeId,
            ...Object.fromEntries(Object.entries(addresses).filter(isSet)),
            ...(Object.keys(dialect).length > 0 && { dialect }),
            settings: Object.fromEntries(settings),
            screens: storedScreens((format) => new Rows(db, log, format)),
            printers: storedPrinters(createValues(db, log)),
          },
        ],
      })
      for (const cause of causes) say(`${cause}\n`)
      return ok(null)
    } finally {
      db.close()
    }
  })

/** `kitchen-pass profile`. Returns the exit code. */
export async function runProfile(values: Values, path: string | null): Promise<number> {
  const tasks = (['schema', 'make', 'unlock', 'seal'] as const).filter((name) => values[name])
  const [task] = tasks
  if (tasks.length > 1) {
    say(`Only one of ${tasks.map((name) => `--${name}`).join(' and ')}.\n`)
    return 2
  }
  if (task === 'schema') {
    printJson(profileJsonSchema())
    return 0
  }
  if (task === 'make') return make(values)
  if (task === 'unlock') return unlock(values)
  if (path === null) {
    say('Which setup file? kitchen-pass profile FILE\n')
    return 2
  }
  return task === 'seal' ? seal(path, values) : check(path)
}
