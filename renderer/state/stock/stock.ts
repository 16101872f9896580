import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { HostEvent } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type { StockAct, StockBoard, StockKey } from '#contract/stock/stock.ts'
import { useBridge } from '../../bridge/key.ts'
import { emptyIndex, indexBoard, type BoardIndex } from './board-index.ts'
import { followRevisions } from '../follow-revisions.ts'
import { isSoldOut } from './sold-out.ts'
import { useDecide } from '../sending/decide.ts'
import { useHostCommand } from '../host-command.ts'

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
    things: states,
    error,
    ...following
  } = followRevisions({
    ask,
    things: (update: IndexedBoard | StockChanged) =>
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
