import { isSecret } from '#contract/human-text.ts'
import type { Fact } from '#contract/tickets/ticket-detail.ts'

const most = 20
const deepest = 5

function* walk(name: string, value: unknown, depth: number): Generator<Fact> {
  if (typeof value === 'object' && value !== null) {
    if (depth === deepest) return
    for (const [inner, each] of Object.entries(value))
      yield* walk(name === '' ? inner : `${name}.${inner}`, each, depth + 1)
    return
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return
  const text = String(value).trim()
  // Older payloads write null as text.
  if (text === '' || text === 'null' || isSecret(name, text)) return
  yield { name, value: text }
}

/**
 * What an object says whose inner fields are not specified: its scalars by name, those within others with a dot between.
 * Nothing that is empty, nothing that looks like a secret, and no more than a person would read.
 */
export const readFacts = (bag: unknown): Fact[] =>
  typeof bag === 'object' && bag !== null ? walk('', bag, 0).take(most).toArray() : []
