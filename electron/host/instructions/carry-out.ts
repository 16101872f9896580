import type { ChainChange, Instruction } from '#contract/relay/instruction.ts'
import { chainSettings, type InstructionState } from '#contract/relay/instruction-outcome.ts'
import type { StockKey } from '#contract/stock/stock.ts'
import type { Context } from '../noun.ts'
import { lockedSetting, setupSettings } from '../profile-file/profile-file.ts'
import { settings } from '../settings/settings.ts'
import { stations } from '../stations/stations.ts'
import { stock } from '../stock/stock.ts'

/** What was done of an instruction. */
export interface CarriedOut {
  state: Extract<InstructionState, 'done' | 'partly' | 'not-found' | 'refused'>
  /** The items that are sold out or back on sale by it. */
  keys: readonly StockKey[]
  /** What could not be done: names that aren't here, and settings. */
  missing: string[]
}

type Profile = Extract<ChainChange, { kind: 'profile' }>

const mayBeSet: ReadonlySet<string> = new Set(chainSettings.map(([name]) => name))

interface SoldOut {
  keys: readonly StockKey[]
  missing: string[]
}

/** Who sells out or puts back. */
const tapOf = ({ id, chain, by }: Instruction): { tapId: string; by: string } => ({
  tapId: id,
  by: `${chain}: ${by}`,
})

/**
 * Carries out what the chain wants, by the same operations as a person at a screen. `itemsOf` has
 * the items of an earlier instruction. It may be repeated: after a crash the rest is done.
 */
export class CarryOut {
  readonly #context: Pick<Context, 'use' | 'setup'>
  readonly #itemsOf: (instructionId: string) => readonly StockKey[]

  constructor(
    context: Pick<Context, 'use' | 'setup'>,
    itemsOf: (instructionId: string) => readonly StockKey[],
  ) {
    this.#context = context
    this.#itemsOf = itemsOf
  }

  async run(instruction: Instruction): Promise<CarriedOut> {
    const { change } = instruction
    switch (change.kind) {
      case 'sold-out': {
        const soldOut = await this.#sellOut(instruction, change.what, [change.name])
        return { state: soldOut.keys.length > 0 ? 'done' : 'not-found', ...soldOut }
      }
      case 'on-sale':
        return this.#putBack(instruction, change.of)
      case 'profile':
        return this.#apply(instruction, change)
    }
  }

  async #sellOut(
    instruction: Instruction,
    what: 'item' | 'ingredient',
    names: readonly string[],
  ): Promise<SoldOut> {
    const board = this.#context.use(stock).byName
    const items = names.map((name) => ({ name, keys: board.keysNamed(what, name) }))
    const keys = [...new Set(items.flatMap((item) => item.keys))]
    const set = await board.setOut(keys, tapOf(instruction))
    if (!set.ok) return { keys: [], missing: [...names] }
    const missing = items.filter((item) => item.keys.length === 0).map(({ name }) => name)
    return { keys, missing }
  }

  async #putBack(instruction: Instruction, of: string): Promise<CarriedOut> {
    const board = this.#context.use(stock).byName
    const back = await board.setBack(this.#itemsOf(of), of, tapOf(instruction))
    return back.ok
      ? { state: 'done', keys: back.value, missing: [] }
      : { state: 'not-found', keys: [], missing: [] }
  }

  async #apply(instruction: Instruction, profile: Profile): Promise<CarriedOut> {
    const refused = await this.#changeSettings(profile.settings)
    const adopted = this.#context.use(stations).adopt(profile.stations)
    const { keys, missing } = await this.#sellOut(instruction, 'item', profile.soldOut)
    const unknown = adopted.ok ? adopted.value : profile.stations.map(({ name }) => name)
    const isChanged =
      refused.length < Object.keys(profile.settings).length ||
      (adopted.ok && profile.stations.length > 0) ||
      keys.length > 0
    const all = [...refused, ...unknown, ...missing]
    const nothing = refused.length > 0 ? 'refused' : 'not-found'
    const some = isChanged ? 'partly' : nothing
    return { state: all.length === 0 ? 'done' : some, keys, missing: all }
  }

  /** Returns the names of those that were not changed. */
  async #changeSettings(requested: Profile['settings']): Promise<string[]> {
    const { use, setup } = this.#context
    const allowed = Object.entries(requested).filter(([name]) => mayBeSet.has(name))
    let patch = setupSettings({ settings: Object.fromEntries(allowed) })
    for (let name = lockedSetting(setup, patch); name !== null; name = lockedSetting(setup, patch))
      patch = Object.fromEntries(Object.entries(patch).filter(([each]) => each !== name))
    if (Object.keys(patch).length > 0) await use(settings).change(patch)
    return Object.keys(requested).filter((name) => !(name in patch))
  }
}
