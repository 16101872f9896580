import { listPointMovements, movementTypes } from '#platform/loyalty.ts'
import { metValues, objectsAt } from './met.ts'
import { emptied, narrowed, paged, shown, twice, type Shown } from './proof.ts'
import type { Round } from './round.ts'

type Movements = Awaited<ReturnType<typeof listPointMovements>>

/** Their envelope is one of its own (api.md, GET /royalty/client-point-movements). */
const shownMovements = (result: Movements): Shown =>
  shown(
    result.ok
      ? { ...result, value: { items: result.value.movements, ...result.value.pagination } }
      : result,
  )

/** Two types that no movement has both of. */
const [oneType, , otherType] = movementTypes

/** Point movements, and the names of their filters. */
export async function examineMovements(round: Round): Promise<void> {
  const list = await round.attempt('listPointMovements', listPointMovements)
  if (!list.result.ok) return
  type Query = NonNullable<Parameters<typeof listPointMovements>[1]>['query']
  const movements = async (query: Query): Promise<Shown> =>
    shownMovements(
      (await round.ask(listPointMovements, query === undefined ? {} : { query })).result,
    )

  const base = shownMovements(list.result)
  const pages = await twice(() =>
    paged(base, ({ page, size }) => movements({ page, pageSize: size })),
  )
  round.prove({
    ...metValues(
      round.dialect,
      ['movementDirections'],
      'direction',
      objectsAt(list.raw, 'movements'),
    ),
    movementsPageSizeParameter: pages.size,
    movementsPageParameter: pages.page,
    movementsFromParameter: emptied(base, await movements({ from: round.farFuture })),
    movementsToParameter: emptied(base, await movements({ to: round.longAgo })),
    movementsTypeParameter: narrowed(base, [
      await movements({ type: oneType }),
      await movements({ type: otherType }),
    ]),
  })
}
