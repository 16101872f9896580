import type { Proof } from '#contract/doctor.ts'
import type { DialectName } from '#platform/assumptions.ts'
import { joinedProof, paged, twice, type Shown, type Verdicts } from './proof.ts'
import type { Probe } from './probe.ts'

/** The query that an operation takes. */
export type QueryOf<Target extends (...input: never) => unknown> =
  Parameters<Target> extends [unknown, input?: infer Input, ...rest: unknown[]]
    ? NonNullable<NonNullable<Input> extends { query?: infer Query } ? Query : never>
    : never

/** How a name of a parameter is proven. */
interface Check<Query> {
  /** The questions, asked one after the other; none where there is nothing to ask with. */
  ask(probe: Probe): readonly Query[]
  /** `base` is the list that was asked for nothing. */
  proof(base: Shown, ...answers: Shown[]): Proof
}

/** A list in pages, and how the names of its parameters are proven. */
export interface ListChecks<Query> {
  pages: {
    /** The names of the page size and of the page number. */
    names: readonly [size: DialectName, page: DialectName]
    query(page: { page?: number; size?: number }): Query
  }
  /** By the name that each proves. */
  checks: { readonly [Name in DialectName]?: Check<Query> }
}

/** Walks the checks of a list, which showed `base` when it was asked for nothing. Answers what they prove. */
export async function proveList<Query>(
  probe: Probe,
  base: Shown,
  ask: (query: Query) => Promise<Shown>,
  { pages, checks }: ListChecks<Query>,
): Promise<Verdicts> {
  const { size, page } = await twice(() => paged(base, (which) => ask(pages.query(which))))
  const verdicts: Verdicts = { [pages.names[0]]: size, [pages.names[1]]: page }
  for (const [name, check] of Object.entries(checks) as [DialectName, Check<Query>][]) {
    const answers: Shown[] = []
    for (const query of check.ask(probe)) answers.push(await ask(query))
    if (answers.length > 0) verdicts[name] = check.proof(base, ...answers)
  }
  probe.prove(verdicts)
  return verdicts
}

/** No store has this id. */
export const noStore = 'no-such-store'

/**
 * Whether a query carries several ids: a list that is asked for two stores together, beside each alone. Null where the
 * token sees no two stores.
 */
export async function severalStoresProof(
  { stores: [one, other] }: Probe,
  base: Shown,
  ofStores: (...ids: string[]) => Promise<Shown>,
): Promise<Proof | null> {
  if (one === undefined || other === undefined) return null
  return joinedProof({
    base,
    one: await ofStores(one),
    other: await ofStores(other),
    both: await ofStores(one, other),
    oneAndNone: () => ofStores(one, noStore),
  })
}
