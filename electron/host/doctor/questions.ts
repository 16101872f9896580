import type { Proof } from '#contract/doctor/doctor.ts'
import type { ObjectCheck, Question, ReadCheck } from '#platform/check.ts'
import type { Dialect } from '#platform/dialect.ts'
import { hasSoldOut, type Menu } from '#platform/menu.ts'
import type { OperationSpec } from '#platform/operation.ts'
import type { ProbeAnswer } from './probe.ts'
import {
  cursorProof,
  defaultOrderProof,
  emptiedProof,
  isList,
  isSameSet,
  isUnchanged,
  itemsOf,
  bothStoresProof,
  leavesOutProof,
  narrowedProof,
  orderProof,
  pagedInOrder,
  pagedByOne,
  searchProof,
  listResultOf,
  pageSizeProof,
  statusProofs,
  storeProof,
  type ListAnswer,
  type ListResult,
  type Verdicts,
} from './proof.ts'

/** Both names of a paged list. `ask` is called up to three times. */
export async function proveBothPageNames(
  base: ListResult,
  ask: (query: { page?: number; size?: number }) => Promise<ListResult>,
): Promise<{ size: Proof; page: Proof }> {
  const one = await ask({ size: 1 })
  const two = isList(one) ? await ask({ size: 2 }) : null
  const bySize = pageSizeProof(base, one, two)
  const isSized = bySize === 'proven'
  const second = await ask(isSized ? { size: 1, page: 2 } : { page: 2 })
  if (!isList(base) || second === null) return { size: bySize, page: 'unclear' }
  if (second === 'refused') return { size: bySize, page: 'contradicted' }
  const first = isSized && isList(two) ? pagedByOne(two, second) : null
  return { size: bySize, page: first ?? pagedInOrder(base, second) }
}

/** For lists that grow meanwhile: a contradiction counts only the second time. */
export async function confirmContradiction<Kind extends string>(
  prove: () => Promise<Record<Kind, Proof>>,
): Promise<Record<Kind, Proof>> {
  const first = await prove()
  if (!Object.values<Proof>(first).includes('contradicted')) return first
  const again = await prove()
  const both = (Object.entries(first) as [Kind, Proof][]).map(([name, proof]) => [
    name,
    proof === 'contradicted' && again[name] !== proof ? 'unclear' : proof,
  ])
  return Object.fromEntries(both) as Record<Kind, Proof>
}

export const noStore = 'no-such-store'

/**
 * Whether a query accepts several ids: a list of two stores together, compared with each alone.
 * Proven only if an ignored query would return something else. Null without two stores.
 */
export async function joinedProof(
  [first, second]: readonly string[],
  base: ListResult,
  ofStores: (...ids: string[]) => Promise<ListResult>,
): Promise<Proof | null> {
  if (first === undefined || second === undefined) return null
  const one = await ofStores(first)
  const other = await ofStores(second)
  const both = await ofStores(first, second)
  const proof = bothStoresProof(one, other, both)
  if (proof !== 'proven' || !isList(base) || !isList(both) || !isList(one)) return proof
  const got = new Set(both.keys)
  if (base.keys.some((key) => !got.has(key))) return 'proven'
  const oneAndNone = await ofStores(first, noStore)
  return isList(oneAndNone) && isSameSet(new Set(oneAndNone.keys), new Set(one.keys))
    ? 'proven'
    : 'unclear'
}

/** What the platform is examined for. */
export interface Subject {
  dialect: Dialect
  /** Null if unknown. */
  storeId: string | null
  /** Two stores of the token, or fewer. */
  stores: readonly string[]
  /** Later than anything that has happened; ISO. */
  farFuture: string
}

/** Earlier than anything that has happened; ISO. */
const longAgo = '2000-01-01T00:00:00.000Z'

type Query = Readonly<Record<string, unknown>>

/** An operation that worked, and what is needed to ask it more. */
interface Reached {
  spec: OperationSpec
  subject: Subject
  first: ProbeAnswer
  /** The answer with the largest page if that was requested; otherwise `first`. */
  whole: ProbeAnswer
  /** The query for the largest page. */
  wide: Query
  ask: (query: Query) => Promise<ProbeAnswer>
  look: (looks: readonly ObjectCheck[], raw: unknown) => void
  verdicts: Verdicts
}

const listOf = async ({ ask }: Reached, query: Query, date?: string): Promise<ListResult> =>
  listResultOf((await ask(query)).result, date)

async function listsOf(on: Reached, of: string, values: readonly string[]): Promise<ListResult[]> {
  const lists: ListResult[] = []
  for (const value of values) lists.push(await listOf(on, { [of]: value }))
  return lists
}

/** The proof of a parameter's name; none if it is specified. */
function verdict({ spec }: Reached, parameter: string, proof: Proof): Verdicts {
  const name = spec.queryNames?.[parameter]
  return name === undefined ? {} : { [name]: proof }
}

/** Whether the platform understands a parameter: its name is specified or proven. */
function isUnderstood({ spec, verdicts }: Reached, parameter: string): boolean {
  const name = spec.queryNames?.[parameter]
  return name === undefined || verdicts[name] === 'proven'
}

type Asker<How> = (
  question: Extract<Question, { how: How }>,
  on: Reached,
) => Verdicts | Promise<Verdicts>

/** Each kind of question: what is asked and what the answers prove. */
const askers: { [How in Question['how']]: Asker<How> } = {
  async pages({ size, page }, on) {
    const proofs = await confirmContradiction(() =>
      proveBothPageNames(listResultOf(on.first.result), (which) =>
        listOf(on, { [size]: which.size, [page]: which.page }),
      ),
    )
    return { ...verdict(on, size, proofs.size), ...verdict(on, page, proofs.page) }
  },
  async emptied({ of, by }, on) {
    const at = by === 'long-ago' ? longAgo : on.subject.farFuture
    return verdict(
      on,
      of,
      emptiedProof(listResultOf(on.first.result), await listOf(on, { [of]: at })),
    )
  },
  async narrowed({ of, by }, on) {
    return verdict(
      on,
      of,
      narrowedProof(listResultOf(on.first.result), ...(await listsOf(on, of, by))),
    )
  },
  async searched({ of }, on) {
    const named = itemsOf(on.first.result).find(({ name }) => Boolean(name))
    if (named === undefined) return {}
    const results = await listOf(on, { [of]: named['name'] })
    return verdict(
      on,
      of,
      searchProof(listResultOf(on.first.result), results, String(named['_id'])),
    )
  },
  async statuses({ of }, on) {
    const words = on.subject.dialect.clientStatuses.split(' ')
    return statusProofs(listResultOf(on.first.result), await listsOf(on, of, words))
  },
  async sorted({ of, date }, on) {
    const rising = await listOf(on, { [of]: 'asc' }, date)
    const falling = rising === 'refused' ? null : await listOf(on, { [of]: 'desc' }, date)
    return verdict(on, of, orderProof(rising, falling))
  },
  async allowed({ of, by }, on) {
    const isRefused = (await listOf(on, { [of]: by })) === 'refused'
    return verdict(on, of, isRefused ? 'contradicted' : 'unclear')
  },
  'default-order': ({ name, date }, { first, subject }) => ({
    [name]: defaultOrderProof(listResultOf(first.result, date), subject.dialect[name]),
  }),
  async largest({ of, size, looks }, on) {
    if (!isUnderstood(on, of)) return {}
    on.wide = { [of]: size }
    on.whole = await on.ask(on.wide)
    on.look(looks, on.whole.raw)
    return {}
  },
  async 'of-store'({ of }, on) {
    const { storeId } = on.subject
    if (storeId === null) return {}
    const real = await listOf(on, { [of]: [storeId] })
    const { result: nowhere } = await on.ask({ [of]: [noStore] })
    return verdict(
      on,
      of,
      storeProof(listResultOf(on.first.result), real, nowhere, listResultOf(nowhere)),
    )
  },
  async 'of-stores'({ of, onlyFor, grows }, on) {
    if (!isUnderstood(on, of)) return {}
    const base = listResultOf(on.whole.result)
    const proof = await joinedProof(on.subject.stores, base, (...ids) =>
      listOf(on, { [of]: ids, ...on.wide }),
    )
    if (proof === null || (grows === true && proof !== 'proven')) return {}
    if (proof !== 'unclear') return { queryArrays: proof }
    const someAreOfAStore = itemsOf(on.whole.result).some((item) => {
      const stores = onlyFor === undefined ? null : item[onlyFor]
      return Array.isArray(stores) && stores.length > 0
    })
    // A store that doesn't exist can't have all items of other stores.
    return someAreOfAStore && isUnchanged(base, await listOf(on, { [of]: [noStore], ...on.wide }))
      ? { queryArrays: 'contradicted' }
      : {}
  },
  async 'cursor-pages'({ size, cursor }, on) {
    const { result: exported } = on.first
    const one = await listOf(on, { [size]: 1 })
    const two = await on.ask({ [size]: 2 })
    const bySize = pageSizeProof(listResultOf(exported), one, listResultOf(two.result))
    const isSized = bySize === 'proven'
    const before = isSized ? two.result : exported
    const next = before.ok ? (before.value as ListAnswer).nextLastSeenId : null
    if (next == null) return verdict(on, size, bySize)
    const after = await listOf(on, isSized ? { [size]: 2, [cursor]: next } : { [cursor]: next })
    return {
      ...verdict(on, size, bySize),
      ...verdict(on, cursor, cursorProof(listResultOf(before), after)),
    }
  },
  async 'leaves-out'({ of }, on) {
    const { result } = on.first
    if (!result.ok || !hasSoldOut(result.value as Menu)) return {}
    const lean = await on.ask({ [of]: true })
    return verdict(on, of, leavesOutProof(result.value as Menu, lean.result))
  },
}

/** Asks the further questions of an operation that worked. `prove` gets each proof. */
export async function askFurther(
  { questions = [] }: ReadCheck,
  reached: Omit<Reached, 'whole' | 'wide' | 'verdicts'>,
  prove: (seen: Verdicts) => void,
): Promise<void> {
  const on: Reached = { ...reached, whole: reached.first, wide: {}, verdicts: {} }
  for (const question of questions) {
    const asker = askers[question.how] as (question: Question, on: Reached) => Promise<Verdicts>
    const seen = await asker(question, on)
    Object.assign(on.verdicts, seen)
    prove(seen)
  }
}
