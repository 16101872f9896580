import type { BrokenSeal, CloseOutVerdict } from '#contract/shifts/shifts.ts'
import type { StoreSeen } from '#contract/status/status.ts'
import { unencryptedMessage } from '#host/connection/provision.ts'
import { leaseFolder, type FolderLease } from '#host/db/folder-lease.ts'
import { storesIn } from '#host/db/store-folder.ts'
import type { Kitchen } from '#host/kitchen.ts'
import { obstacleOf } from '#host/start/obstacle.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { readRecords } from '#host/shifts/seal-records.ts'
import { verifyFiles, type FileVerdict } from '#host/shifts/verify-files.ts'
import { oneLine } from '#host/log/terminal-text.ts'

/** What a person at the terminal can do if the token doesn't have the store. */
function storeSentence({ stores, names }: StoreSeen): string {
  const seen =
    names.length === 0
      ? 'it sees no store'
      : `it sees ${String(stores)} (${names.map(oneLine).join(', ')})`
  return `This access token doesn’t give access to the store that is set: ${seen}. Its orders don’t arrive. Set the id of the right store (--store), or choose it on the Connection page.`
}

const unusedRelay =
  'The relay’s file isn’t used: the practice store gets its orders from a practice platform. Connect a store on the Connection page, or with --v3-url, --token-file and --store.'

/**
 * Prints once that the token doesn't have the store, and again only after it did have it. In the
 * same way, that nothing is sent to an address with http, and that the practice store uses no relay.
 */
export function printStore(
  kitchen: Pick<Kitchen, 'onEvent'>,
  say: (sentence: string) => void,
  { hasRelayFile = false } = {},
): void {
  let isUnusedReported = !hasRelayFile
  let wasPrinted = false
  let isHeldReported = false
  kitchen.onEvent((event) => {
    if (event.type !== 'status.changed') return
    const { storeSeen, outbox, mode } = event.status
    if (mode === 'practice' && !isUnusedReported) say(unusedRelay)
    isUnusedReported ||= mode === 'practice'
    const isHeld = outbox.paused?.reason === 'unencrypted'
    if (isHeld && !isHeldReported) say(`The connected address ${unencryptedMessage}`)
    isHeldReported = isHeld
    if (storeSeen.state === 'seen') wasPrinted = false
    if (storeSeen.state !== 'not-seen' || wasPrinted) return
    wasPrinted = true
    say(storeSentence(storeSeen))
  })
}

const whys: Record<BrokenSeal['why'], string> = {
  changed: 'its content is not what was sealed',
  unlinked: 'it does not follow the one before it',
  missing: 'it is not there',
  unreadable: 'it cannot be read',
  columns: 'its row names another shift, tap or correction than what was sealed',
  forged: 'it was not sealed with the key that it names',
  replaced: 'it was replaced: another one was sealed under this number',
}

const faultText = ({ number, why, record }: BrokenSeal): string => {
  const by = record === null ? '' : `, says ${record}`
  return `close-out ${String(number)} does not hold: ${whys[why]}${by}`
}

/** A note about keys if the chain is valid. */
function keyTerms({ otherKey, keyless }: CloseOutVerdict): string {
  const notes = [
    otherKey > 0
      ? `${String(otherKey)} of them are sealed with a key that is not here, so the key was not checked: Kitchen Pass on the computer that signed them checks it`
      : '',
    keyless > 0
      ? `${String(keyless)} of them were sealed without a key after others had one: hold them against a backup, an export or a paper`
      : '',
  ].filter((note) => note !== '')
  return notes.map((note) => `\n  ${note}`).join('')
}

function lineOf({ folder, verdict, text }: FileVerdict): string {
  if (verdict === null)
    return `${folder}: cannot be looked at: ${text ?? ''}. Is Kitchen Pass open?`
  const { checked, broken } = verdict
  const held = `${String(checked)} close-outs hold`
  if (broken === null) return `${folder}: ${held}${keyTerms(verdict)}`
  const others = broken.record === null ? `before it ${held}` : `by themselves ${held}`
  return `${folder}: ${faultText(broken)}; ${others}`
}

/**
 * Holds the folder during `check`, so that no other program starts meanwhile. Null if another one
 * holds it.
 */
function checkLeased<T>(dataDir: string, check: () => T): T | null {
  let lease: FolderLease | null = null
  try {
    lease = leaseFolder(dataDir)
  } catch (cause) {
    // Check a read-only folder anyway.
    if (obstacleOf(cause) === 'in-use') return null
  }
  try {
    return check()
  } finally {
    lease?.release()
  }
}

/** What each record says of the stores: one of them must have what it remembers. */
function showRecords(verdicts: readonly FileVerdict[], say: (line: string) => void): boolean {
  const all = verdicts.flatMap(({ against }) => against)
  const records = new Set(all.map(({ record }) => record))
  let fit = true
  for (const record of records) {
    const comparisons = all.filter((each) => each.record === record)
    const broken = comparisons.every((each) => each.broken !== null) ? comparisons[0]?.broken : null
    if (broken == null) say(`${record.source}: close-out ${String(record.number)} is as it says`)
    else say(`${record.source}: ${faultText({ ...broken, record: null })}`)
    fit &&= broken == null
  }
  return fit
}

/**
 * Reports for each store's file in a data folder whether its close-outs are valid, also compared
 * with `--against`: a code, a backup, an exported file. Returns the exit code.
 */
export function printVerdicts(
  dataDir: string,
  say: (line: string) => void,
  against: readonly string[] = [],
): number {
  const read = against.map((argument) => ({ argument, ...readRecords(argument) }))
  for (const { argument, message: text } of read) if (text !== null) say(`${argument}: ${text}`)
  const records = read.flatMap((each) => each.records ?? [])
  const verdicts =
    storesIn(dataDir).length > 0 ? checkLeased(dataDir, () => verifyFiles(dataDir, records)) : []
  if (verdicts === null) {
    say(troubleLine('in-use', dataDir))
    return 1
  }
  if (verdicts.length === 0) say(`There is no store in ${dataDir}`)
  for (const each of verdicts) say(lineOf(each))
  const fit = showRecords(verdicts, say)
  const areRead = read.every(({ message: text }) => text === null)
  const areThere = records.length === 0 || verdicts.length > 0
  const hold = verdicts.every(({ verdict }) => verdict?.broken === null)
  return hold && fit && areRead && areThere ? 0 : 1
}
