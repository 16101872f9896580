import type { CloseOut, CloseOutVerdict } from '#contract/shifts.ts'

/** SHA-256 in hex. */
export type Hash = (text: string) => string

/** What the first close-out names as the one before it. */
export const noHash = '0'.repeat(64)

/** JSON with the names of every object in order and nothing between: the same content is the same text, whoever wrote it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
  return `{${entries.join(',')}}`
}

/** Seals a document over its content and the hash of the one before it. */
export function sealed(document: Omit<CloseOut, 'hash'>, hash: Hash): CloseOut {
  return { ...document, hash: hash(canonical(document)) }
}

/** A document as it lies in the file; null where it is no JSON any more. */
export interface KeptDocument {
  number: number
  document: Record<string, unknown> | null
}

/** Where the chain ended when the last document was sealed; null where nobody knows. */
export interface ChainHead {
  number: number
  hash: string
}

/** Walks the chain, the first document first, and names the first that does not hold. */
export function checkChain(
  documents: Iterable<KeptDocument>,
  head: ChainHead | null,
  hash: Hash,
): CloseOutVerdict {
  let previous: ChainHead = { number: 0, hash: noHash }
  let checked = 0
  const broken = (
    number: number,
    why: NonNullable<CloseOutVerdict['broken']>['why'],
  ): CloseOutVerdict => ({ checked, broken: { number, why } })
  for (const { number, document } of documents) {
    if (number !== previous.number + 1) return broken(previous.number + 1, 'missing')
    if (document === null) return broken(number, 'unreadable')
    const { hash: written, ...content } = document
    const own = hash(canonical(content))
    if (written !== own || content['number'] !== number) return broken(number, 'changed')
    if (content['previousHash'] !== previous.hash) return broken(number, 'unlinked')
    previous = { number, hash: own }
    checked += 1
  }
  if (head !== null && head.number > previous.number) return broken(previous.number + 1, 'missing')
  if (head?.number === previous.number && head.hash !== previous.hash)
    return broken(previous.number, 'changed')
  return { checked, broken: null }
}
