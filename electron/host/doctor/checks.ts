import type { Proof } from '#contract/doctor.ts'
import type { DialectName } from '#platform/assumptions.ts'
import { paged, twice, type Shown, type Verdicts } from './proof.ts'
import type { Probe } from './probe.ts'

/** The query that an operation takes. */
export type QueryOf<Target extends (...input: never) => unknown> =
  Parameters<Target> extends [unknown, input?: infer Input, ...rest: unknown[]]
    ? NonNullable<NonNullable<Input> extends { query?: infer Query } ? Query : never>
    : never

/** A list in pages, and how the names of its parameters are proven. */
export interface ListChecks<Query> {
  pages: readonly [
    pageSize: DialectName,
    pageNumber: DialectName,
    query: (page: { page?: number; size?: number }) => Query,
  ]
  /**
   * A name, the questions that are asked for it one after the other, and what their answers say. `base` is the list that was
   * asked for nothing. With `until-refused` nothing more is asked once the platform refused a question.
   */
  checks: readonly (readonly [
    name: DialectName,
    ask: (probe: Probe) => readonly Query[],
    proof: (base: Shown, ...answers: Shown[]) => Proof,
    until?: 'until-refused',
  ])[]
}

/** Walks the checks of a list, which showed `base` when it was asked for nothing. Answers what they prove. */
export async function proveList<Query>(
  probe: Probe,
  base: Shown,
  ask: (query: Query) => Promise<Shown>,
  { pages: [pageSize, pageNumber, pageQuery], checks }: ListChecks<Query>,
): Promise<Verdicts> {
  const { size, page } = await twice(() => paged(base, (which) => ask(pageQuery(which))))
  const verdicts: Verdicts = { [pageSize]: size, [pageNumber]: page }
  for (const [name, queries, proof, until] of checks) {
    const answers: Shown[] = []
    for (const query of queries(probe)) {
      if (until === 'until-refused' && answers.includes('refused')) break
      answers.push(await ask(query))
    }
    verdicts[name] = proof(base, ...answers)
  }
  probe.prove(verdicts)
  return verdicts
}
