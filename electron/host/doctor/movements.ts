import { listPointMovements, movementTypes } from '#platform/loyalty.ts'
import { observedWords, objectsAt } from './observed-names.ts'
import { emptied, narrowed, paged, shown, twice, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'

type Movements = Awaited<ReturnType<typeof listPointMovements>>

/** Their envelope is one of its own. */
const shownMovements = (result: Movements): Shown =>
  shown(
    result.ok
      ? { ...result, value: { items: result.value.movements, ...result.value.pagination } }
      : result,
  )

/** Two types that no movement has both of. */
const [oneType, , otherType] = movementTypes

/** Point movements, and the names of their filters. */
export async function examineMovements(probe: Probe): Promise<void> {
  const list = await probe.attempt('listPointMovements', listPointMovements)
  if (!list.result.ok) return
  type Query = NonNullable<Parameters<typeof listPointMovements>[1]>['query']
  const movements = async (query: Query): Promise<Shown> =>
    shownMovements(
      (await probe.ask(listPointMovements, query === undefined ? {} : { query })).result,
    )

  const base = shownMovements(list.result)
  const pages = await twice(() =>
    paged(base, ({ page, size }) => movements({ page, pageSize: size })),
  )
  probe.prove({
    ...observedWords(
      probe.dialect,
      'movementDirections',
      'direction',
      objectsAt(list.raw, 'movements'),
    ),
    movementsPageSizeParameter: pages.size,
    movementsPageParameter: pages.page,
    movementsFromParameter: emptied(base, await movements({ from: probe.farFuture })),
    movementsToParameter: emptied(base, await movements({ to: probe.longAgo })),
    movementsTypeParameter: narrowed(base, [
      await movements({ type: oneType }),
      await movements({ type: otherType }),
    ]),
  })
}
