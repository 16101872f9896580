import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Input, OperationName, Output } from '#contract/operations.ts'
import type { AppError } from '#contract/result.ts'
import type { StockAct, StockBoard, StockItem, StockKey, StockState } from '#contract/stock.ts'
import { useBridge } from '../bridge/key.ts'
import { setHostTime } from '../clock/host-clock.ts'
import {
  applyStock,
  catchUpStock,
  type KnownStock,
  type StockChanged,
  type StockEvent,
} from '../stock/known.ts'
import { usePreferences } from './preferences.ts'
import { useToasts } from './toasts.ts'

const retryPause = 3_000

/** The 86 board as the host tells it, followed revision by revision, and what a cook may do with it. */
export const useStock = defineStore('stock', () => {
  const bridge = useBridge()
  const toasts = useToasts()
  const own = usePreferences()

  /** As it was last asked for; `states` beside it are newer. Nothing in it is made reactive. */
  const board = shallowRef<StockBoard | null>(null)
  const states = shallowRef<ReadonlyMap<StockKey, StockState>>(new Map())
  /** Why the board could not be fetched. */
  const error = shallowRef<AppError | null>(null)
  const items = computed(
    () => new Map<StockKey, StockItem>(board.value?.items.map((item) => [item.key, item])),
  )

  let revision = 0
  let asking = false
  // Counts what was asked for; an answer to an older asking is not taken.
  let wanted = 0
  let meanwhile: StockChanged[] = []

  function keep(known: KnownStock): void {
    revision = known.revision
    states.value = known.states
  }

  async function ask(round: number): Promise<void> {
    meanwhile = []
    const answer = await bridge.call('stock.board', {})
    if (round !== wanted) return
    if (!answer.ok) {
      error.value = answer.error
      setTimeout(() => void refresh(), retryPause)
      return
    }
    setHostTime(answer.value.now)
    const known = catchUpStock(answer.value, meanwhile)
    if (known === null) {
      wanted++
      return
    }
    keep(known)
    board.value = answer.value
    pictures.clear()
    error.value = null
  }

  /** Asks for the whole board; changes that arrive meanwhile are applied after it. */
  async function refresh(): Promise<void> {
    wanted++
    if (asking) return
    asking = true
    let round: number
    do {
      round = wanted
      await ask(round)
    } while (round !== wanted)
    asking = false
  }

  /** Another store is behind the glass: nothing of the last one may stay on it. */
  function forget(): void {
    board.value = null
    states.value = new Map()
  }

  function take(event: StockEvent): void {
    if (event.type === 'stock.replaced') return void refresh()
    setHostTime(event.now)
    if (asking) {
      meanwhile.push(event)
      return
    }
    const known = applyStock({ revision, states: states.value }, event)
    if (known === null) void refresh()
    else keep(known)
  }

  // A wet finger often taps twice: the same deed is not told again while the first is on its way.
  const underway = new Set<string>()

  /** Tells the host something; null where it could not be done, and the person has been told why. */
  async function tell<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    deed: unknown = input,
  ): Promise<{ value: Output<Name> } | null> {
    const key = `${name} ${JSON.stringify(deed)}`
    if (underway.has(key)) return null
    underway.add(key)
    const answer = await bridge.call(name, input)
    underway.delete(key)
    if (answer.ok) return { value: answer.value }
    toasts.fail(answer.error)
    return null
  }

  // Asked for once each, while the board stays the same.
  const pictures = new Map<StockKey, Promise<string | null>>()

  /** An item's picture as an address, or null. */
  function picture(key: StockKey): Promise<string | null> {
    const asked =
      pictures.get(key) ??
      bridge.call('stock.picture', { key }).then((answer) => (answer.ok ? answer.value : null))
    pictures.set(key, asked)
    return asked
  }

  const tap = () => ({ tapId: crypto.randomUUID(), screen: own.preferences.screenName })

  return {
    board,
    states,
    error,
    refresh,
    forget,
    take,
    item: (key: StockKey) => items.value.get(key),
    stateOf: (key: StockKey) => states.value.get(key),
    picture,
    /** True once the host has taken it down; what becomes of it is in the states. */
    set: async (keys: readonly StockKey[], act: StockAct) =>
      (await tell('stock.set', { ...tap(), keys: [...keys], act }, { keys, act })) !== null,
    setIngredient: async (ingredientId: string, act: StockAct) =>
      (await tell(
        'stock.setIngredient',
        { ...tap(), ingredientId, act },
        { ingredientId, act },
      )) !== null,
    /** The ingredient as it is kept, or null. */
    saveIngredient: async (ingredient: Input<'stock.saveIngredient'>) =>
      (await tell('stock.saveIngredient', ingredient))?.value ?? null,
    removeIngredient: async (ingredientId: string) =>
      (await tell('stock.removeIngredient', { ingredientId })) !== null,
    decide: async (key: StockKey, choice: 'send-again' | 'settle') =>
      (await tell('stock.decide', { key, choice, screen: own.preferences.screenName })) !== null,
    readMenu: async () => (await tell('stock.readMenu', {})) !== null,
    answerOpening: async () => (await tell('stock.answerOpening', {})) !== null,
    history: async (days: 1 | 30) => (await tell('stock.history', { days }))?.value ?? null,
    historyTable: async (days: 1 | 30) =>
      (await tell('stock.historyTable', { days }))?.value ?? null,
  }
})
