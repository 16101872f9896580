import type { BrokenSeal, CloseOut, CloseOutVerdict } from '#contract/shifts/shifts.ts'
import type { SealPlace } from '#contract/shifts/seal-code.ts'

/** SHA-256 in hex. */
export type Hash = (text: string) => string

/** A key of the system's key store. */
export interface SealKey {
  /** Identifies the key and reveals nothing about it. */
  id: string
  /** HMAC-SHA256 in hex. */
  mac(text: string): string
}

/** What close-outs are sealed and checked with; `key` is null if the system stores none. */
export interface Sealing {
  hash: Hash
  key: SealKey | null
}

/** The first close-out names this hash as the previous one. */
export const noHash = '0'.repeat(64)

/** JSON with sorted names and no spaces, so that the same content always gives the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`)
  return `{${entries.join(',')}}`
}

export type Unsealed = Omit<CloseOut, 'hash' | 'version' | 'keyId' | 'mac'>

/** Seals a close-out over its content and the previous hash, and with the key if there is one. */
export function sealed(document: Unsealed, { hash, key }: Sealing): CloseOut {
  const content = { ...document, version: 2, keyId: key?.id ?? null } as const
  const own = hash(canonicalJson(content))
  return { ...content, hash: own, mac: key?.mac(own) ?? null }
}

/** The hash that a close-out should have. Version 1 had no key, so everything except its hash is sealed. */
export function sealOf(document: Record<string, unknown>, hash: Hash): string {
  const { hash: _hash, mac, ...content } = document
  return hash(canonicalJson(document['version'] === 2 ? content : { ...content, mac }))
}

/** A row of the database; `document` is null if it is not valid JSON. */
export interface SealedRow {
  number: number
  shiftId: string
  tapId: string
  corrects: number | null
  document: Record<string, unknown> | null
}

/** Whether a row's columns match the sealed content. Version 1 did not seal its tap. */
function areColumnsSealed({ number, shiftId, tapId, corrects, document }: SealedRow): boolean {
  const corrected = document?.['corrects'] as { number?: unknown } | null | undefined
  return (
    document?.['number'] === number &&
    document['shiftId'] === shiftId &&
    (corrected?.number ?? null) === corrects &&
    (document['version'] !== 2 || document['tapId'] === tapId)
  )
}

/** What is wrong with a single row; null if nothing is. */
export function faultOf(row: SealedRow, { hash, key }: Sealing): BrokenSeal['why'] | null {
  const { document } = row
  if (document === null) return 'unreadable'
  const written = document['hash']
  if (typeof written !== 'string' || written !== sealOf(document, hash)) return 'changed'
  if (!areColumnsSealed(row)) return 'columns'
  if (key === null || document['keyId'] !== key.id) return null
  return document['mac'] === key.mac(written) ? null : 'forged'
}

const brokenAt = (
  number: number,
  why: BrokenSeal['why'],
  counts: Omit<CloseOutVerdict, 'broken'>,
): CloseOutVerdict => ({ ...counts, broken: { number, why, record: null } })

/** Checks the chain from its first row and returns the first fault. */
export function checkChain(
  rows: Iterable<SealedRow>,
  head: SealPlace | null,
  sealing: Sealing,
): CloseOutVerdict {
  let previous: SealPlace = { number: 0, hash: noHash }
  const counts = { checked: 0, withKey: 0, otherKey: 0, keyless: 0 }
  for (const row of rows) {
    const { number, document } = row
    if (number !== previous.number + 1) return brokenAt(previous.number + 1, 'missing', counts)
    const fault = faultOf(row, sealing)
    if (fault !== null) return brokenAt(number, fault, counts)
    if (document?.['previousHash'] !== previous.hash) return brokenAt(number, 'unlinked', counts)
    previous = { number, hash: String(document['hash']) }
    const keyId = document['keyId'] ?? null
    counts.checked += 1
    if (keyId === null) counts.keyless += Number(counts.withKey + counts.otherKey > 0)
    else if (keyId === sealing.key?.id) counts.withKey += 1
    else counts.otherKey += 1
  }
  if (head !== null && head.number > previous.number)
    return brokenAt(previous.number + 1, 'missing', counts)
  if (head?.number === previous.number && head.hash !== previous.hash)
    return brokenAt(previous.number, 'changed', counts)
  return { ...counts, broken: null }
}

/**
 * A position of the chain that is recorded outside of the database: in a backup, in an exported
 * file, or as a code on paper.
 */
export interface SealRecord extends SealPlace {
  /** The name that people see. */
  source: string
}

/**
 * Compares a chain with a record. `hash` is the current seal of the record's number, null if there
 * is none.
 */
export function compareWithRecord(record: SealRecord, hash: string | null): BrokenSeal | null {
  const { number, source } = record
  if (hash === null) return { number, why: 'missing', record: source }
  return hash.startsWith(record.hash) ? null : { number, why: 'replaced', record: source }
}
