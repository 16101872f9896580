import type { ChainChange, Instruction } from '#contract/relay/instruction.ts'
import { chainSettings, type InstructionState } from '#contract/relay/instruction-outcome.ts'
import type { StockKey } from '#contract/stock.ts'
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

/**
 * Carries out what the chain wants, by the same operations as a person at a screen. `itemsOf` has
 * the items of an earlier instruction. It may be repeated: after a crash the rest is done.
 */
export function createCarryOut(
  { use, setup }: Pick<Context, 'use' | 'setup'>,
  itemsOf: (instructionId: string) => readonly StockKey[],
) {
  const board = use(stock).byName
  const tapOf = ({ id, chain, by }: Instruction) => ({ tapId: id, by: `${chain}: ${by}` })

  async function sellOut(
    instruction: Instruction,
    what: 'item' | 'ingredient',
    names: readonly string[],
  ): Promise<Pick<CarriedOut, 'keys' | 'missing'>> {
    const found = names.map((name) => ({ name, keys: board.keysNamed(what, name) }))
    const keys = [...new Set(found.flatMap((each) => each.keys))]
    const set = await board.setOut(keys, tapOf(instruction))
    if (!set.ok) return { keys: [], missing: [...names] }
    return {
      keys,
      missing: found.filter((each) => each.keys.length === 0).map(({ name }) => name),
    }
  }

  async function putBack(instruction: Instruction, of: string): Promise<CarriedOut> {
    const back = await board.setBack(itemsOf(of), of, tapOf(instruction))
    return back.ok
      ? { state: 'done', keys: back.value, missing: [] }
      : { state: 'not-found', keys: [], missing: [] }
  }

  /** Returns the names of those that were not taken. */
  async function changeSettings(given: Profile['settings']): Promise<string[]> {
    const allowed = Object.entries(given).filter(([name]) => mayBeSet.has(name))
    let patch = setupSettings({ settings: Object.fromEntries(allowed) })
    for (let name = lockedSetting(setup, patch); name !== null; name = lockedSetting(setup, patch))
      patch = Object.fromEntries(Object.entries(patch).filter(([each]) => each !== name))
    if (Object.keys(patch).length > 0) await use(settings).change(patch)
    return Object.keys(given).filter((name) => !(name in patch))
  }

  async function apply(instruction: Instruction, profile: Profile): Promise<CarriedOut> {
    const untaken = await changeSettings(profile.settings)
    const adopted = use(stations).adopt(profile.stations)
    const { keys, missing } = await sellOut(instruction, 'item', profile.soldOut)
    const unknown = adopted.ok ? adopted.value : profile.stations.map(({ name }) => name)
    const isChanged =
      untaken.length < Object.keys(profile.settings).length ||
      (adopted.ok && profile.stations.length > 0) ||
      keys.length > 0
    const all = [...untaken, ...unknown, ...missing]
    const nothing = untaken.length > 0 ? 'refused' : 'not-found'
    const some = isChanged ? 'partly' : nothing
    return { state: all.length === 0 ? 'done' : some, keys, missing: all }
  }

  return async (instruction: Instruction): Promise<CarriedOut> => {
    const { change } = instruction
    switch (change.kind) {
      case 'sold-out': {
        const sold = await sellOut(instruction, change.what, [change.name])
        return { state: sold.keys.length > 0 ? 'done' : 'not-found', ...sold }
      }
      case 'on-sale':
        return putBack(instruction, change.of)
      case 'profile':
        return apply(instruction, change)
    }
  }
}
