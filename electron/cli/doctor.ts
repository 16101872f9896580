import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Examination, OperationFinding } from '#contract/doctor/doctor.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  connectionOf,
  isBlockedUnencrypted,
  readProfile,
  type ProfileConnection,
} from '#host/connection/profile.ts'
import { unencryptedMessage } from '#host/connection/provision.ts'
import { leaseFolder } from '#host/db/folder-lease.ts'
import { appVersion } from '#host/core/versions.ts'
import { examine } from '#host/doctor/examine.ts'
import { plainText } from '#host/doctor/finding.ts'
import { countText, gapText, report, storeText } from '#host/doctor/report.ts'
import { practiceConnection } from '#host/start/practice-store.ts'
import { obstacleOf } from '#host/start/obstacle.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { trustSystemCertificates } from '#host/start/system-certificates.ts'
import { oneLine } from '#host/log/terminal-text.ts'
import { newerVersion } from '#host/updates/feed.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import type { FlagValues } from './command/command.ts'
import { readDoctorPlan, type doctorFlags, type DoctorPlan } from './flags.ts'
import { print, say, webLog } from '#host/log/terminal.ts'
import { isInFolder } from './vault/key-place.ts'
import { openVault } from './vault/open-vault.ts'

interface Patient {
  connection: ReturnType<typeof practiceConnection>
  storeId: string | null
  unknownNames: string[]
  wrongValues: ProfileConnection['wrongValues']
  /** The doctor's own options. */
  practice: Practice | null
}

/** So that there is something to examine. */
const rush = { ordersPerMinute: 1, openWith: 9 }

async function startPatient(): Promise<Result<Patient>> {
  const practice = await startPractice()
  practice.startRush(rush)
  const connection = practiceConnection(practice)
  return ok({ connection, practice, storeId: practice.storeId, unknownNames: [], wrongValues: [] })
}

/** The platform to examine. Fails with a sentence for the terminal if a token is missing. */
async function findPatient(plan: DoctorPlan): Promise<Result<Patient>> {
  const { dataDir } = plan
  const profile = plan.provision.profile ?? readProfile(dataDir)
  if (profile === null || profile.mode === 'practice') return startPatient()
  const { vault, provision } = await openVault(plan)
  const token = provision.secrets['platform-token'] ?? vault.read('platform-token')
  if (token === null)
    return fail(
      'unauthorised',
      `The token of the store connected in ${dataDir} is not known here: give it with --token-file or KITCHEN_PASS_TOKEN.`,
    )
  const channelToken = provision.secrets['channel-token'] ?? vault.read('channel-token')
  const tokens = { token, channelToken }
  const allowHttp = profile.allowHttp || provision.allowHttp === true
  const { connection, ...others } = connectionOf(
    { ...profile, allowHttp },
    tokens,
    provision.dialect,
  )
  if (connection === null) return startPatient()
  if (isBlockedUnencrypted(connection))
    return fail('unreachable', `The connected address ${unencryptedMessage}`, 'unencrypted')
  return ok({ ...others, connection, practice: null })
}

/** Wide enough for any operation's method and path. */
const pathWidth = 62

const operationLine = (finding: OperationFinding): string =>
  `${finding.method.padEnd(4)} ${finding.path.padEnd(pathWidth)} ${oneLine(plainText(finding))}\n`

const isBad = ({ finding }: OperationFinding): boolean =>
  ['refused', 'unavailable', 'something-else', 'unreachable'].includes(finding)

function summary(
  { names, store, unknownNames: unknown, menu }: Examination,
  wrong: ProfileConnection['wrongValues'],
): string {
  const lines = [
    ...storeText(store).flatMap((message) => ['', oneLine(message)]),
    '',
    `Names that had to be assumed: ${countText(names)}.`,
  ]
  for (const { name, value, seen } of names.filter(({ proof }) => proof === 'contradicted')) {
    const instead = seen.length === 0 ? '' : `; met there: ${oneLine(seen.join(', '))}`
    lines.push(`  contradicted: ${name}, here ${value}${instead}`)
  }
  for (const name of unknown) lines.push(`  no such name: ${name}`)
  for (const { sentence } of wrong) lines.push(`  no such value: ${sentence}`)
  if (menu !== null) lines.push('', gapText(menu))
  return `${lines.join('\n')}\n`
}

/** A report into the data folder waits until no other program holds it. */
function leaseForReport({ report: file, dataDir }: DoctorPlan): void {
  if (existsSync(dataDir) && isInFolder(dataDir, file)) leaseFolder(dataDir)
}

/** Whether there is a newer version, as a sentence. */
async function versionText(updateUrl: string): Promise<string> {
  const newer = await newerVersion(updateUrl)
  if (!newer.ok) return `The update server gave no usable answer: ${newer.fault}.`
  return newer.value === null
    ? `This is the newest version, ${appVersion}.`
    : `A newer version exists: ${newer.value}. This is ${appVersion}.`
}

/** Returns the exit code. */
async function run(plan: DoctorPlan): Promise<number> {
  leaseForReport(plan)
  const patient = await findPatient(plan)
  if (!patient.ok) {
    say(`${patient.error.detail ?? patient.error.code}\n`)
    return 2
  }
  const { connection, practice, storeId, unknownNames, wrongValues } = patient.value
  const tell = (text: string): void => {
    if (!plan.json) print(text)
  }
  if (practice !== null)
    tell('No store is connected: this examines a practice platform, started for it.\n\n')
  const printed = new Set<string>()
  const examination = await examine(connection, {
    storeId,
    unknownNames,
    wrongValues,
    onProgress({ operations }) {
      for (const each of operations) {
        if (!printed.has(each.operation)) tell(operationLine(each))
        printed.add(each.operation)
      }
    },
  })
  await practice?.close()
  const file = resolve(plan.report)
  writeFileSync(file, report(examination, { connection, appVersion }), { mode: 0o600 })
  if (plan.json) print(`${JSON.stringify(examination, null, 2)}\n`)
  if (plan.updateUrl !== null) tell(`\n${await versionText(plan.updateUrl)}\n`)
  tell(`${summary(examination, wrongValues)}\nThe report is in ${file}\n`)
  return examination.operations.some(isBad) ? 1 : 0
}

/**
 * `kitchen-pass doctor`: examines the platform, read-only, and writes a report for support. Returns
 * the exit code.
 */
export async function runDoctor(values: FlagValues<typeof doctorFlags>): Promise<number> {
  const plan = readDoctorPlan(values, process.env)
  if (!plan.ok) {
    say(`${plan.error.detail ?? plan.error.code}\n`)
    return 2
  }
  trustSystemCertificates(webLog)
  try {
    return await run(plan.value)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const isInUse = obstacleOf(cause) === 'in-use'
    const why = isInUse ? troubleLine('in-use', plan.value.dataDir) : message
    say(`The doctor cannot work: ${why}\n`)
    return 1
  }
}
