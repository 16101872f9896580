import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { type DeliveryChoice, needsDecision } from '#contract/deliveries/delivery.ts'
import type { HostEvent } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type {
  StockAct,
  StockBoard,
  StockKey,
  StockState,
  StockItem,
} from '#contract/stock/stock.ts'
import { useBridge } from '../../bridge/key.ts'
import { followRevisions } from '../follow-revisions.ts'
import { useDecide } from '../sending/decide.ts'
import { useHostCommand } from '../host-command.ts'
import { nextTurn } from '../../clock/next-turn.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { foldInSlices } from '../../locales/fold.ts'
import { itemsByGroup, type GroupOfItems } from './stock-groups.ts'

/** Computed once per board, however often the view opens. */
export interface BoardIndex {
  readonly byKey: ReadonlyMap<StockKey, StockItem>
  readonly groups: readonly GroupOfItems[]
  /** The names of the items in order, normalized for search. */
  names(): readonly string[]
}

const emptyIndex: BoardIndex = { byKey: new Map(), groups: [], names: () => [] }

const slicesAtOnce = 3

/** Indexes a board in steps, so that the page stays responsive: it may have thousands of items. */
async function indexBoard({ groups, items }: StockBoard): Promise<BoardIndex> {
  await nextTurn()
  const byKey = new Map(items.map((item) => [item.key, item]))
  await nextTurn()
  const grouped = itemsByGroup(groups, items)
  await nextTurn()
  const { slice, all } = foldInSlices(items.map(({ name }) => name))

  // Normalizes names for the search while the page is idle, and the rest when someone searches.
  function foldWhenIdle(): void {
    let left = slicesAtOnce
    if (!slice(() => left-- > 0)) whenIdle(foldWhenIdle)
  }
  whenIdle(foldWhenIdle)
  return { byKey, groups: grouped, names: all }
}

/**
 * The one definition of sold out: includes items on their way back, so that no row disappears under
 * a finger, and counts that need a decision; other counts are on sale.
 */
const isSoldOut = ({ state, delivery }: StockState): boolean =>
  state !== 'counted' || (delivery !== null && needsDecision(delivery))

type StockEvent = Extract<HostEvent, { type: 'stock.changed' | 'stock.replaced' }>
type StockChanged = Extract<StockEvent, { type: 'stock.changed' }>

type IndexedBoard = StockBoard & { index: BoardIndex }

/** The 86 board, followed by revision, and what a cook can do with it. */
export const useStock = defineStore('stock', () => {
  const bridge = useBridge()
  const set = useHostCommand('stock.set')
  const answerOpening = useHostCommand('stock.answerOpening')
  const decide = useDecide()

  /** As last read; `states` is newer. Its contents needn't be reactive. */
  const board = shallowRef<StockBoard | null>(null)
  const index = shallowRef(emptyIndex)

  async function ask(): Promise<Result<IndexedBoard>> {
    const answer = await bridge.call('stock.board', {})
    if (!answer.ok) return answer
    return ok({ ...answer.value, index: await indexBoard(answer.value) })
  }
  const {
    entries: states,
    error,
    ...following
  } = followRevisions({
    ask,
    entries: (update: IndexedBoard | StockChanged) =>
      update.states.map((state) => [state.key, state] as const),
    onWhole(whole) {
      index.value = whole.index
      board.value = whole
    },
  })

  const soldOut = computed<ReadonlySet<StockKey>>(
    () =>
      new Set(
        [...states.value.values()]
          .filter((state) => isSoldOut(state) && index.value.byKey.has(state.key))
          .map(({ key }) => key),
      ),
  )

  function forget(): void {
    following.forget()
    board.value = null
    index.value = emptyIndex
  }

  const take = (event: StockEvent): void =>
    event.type === 'stock.replaced' ? void following.refresh() : following.change(event)

  return {
    board,
    states,
    soldOut,
    index,
    error,
    refresh: following.refresh,
    forget,
    take,
    item: (key: StockKey) => index.value.byKey.get(key),
    stateOf: (key: StockKey) => states.value.get(key),
    /** True once the host has accepted it; the states show the outcome. */
    set: async (keys: readonly StockKey[], act: StockAct) =>
      (await set.run({ tapId: crypto.randomUUID(), keys: [...keys], act }, { keys, act })) !== null,
    decide: (keys: readonly StockKey[], choice: DeliveryChoice) => decide('stock', keys, choice),
    answerOpening: async () => (await answerOpening.run({})) !== null,
  }
})
