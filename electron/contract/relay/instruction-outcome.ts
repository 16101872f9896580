import { valuedRows } from '../settings/table.ts'

/**
 * What became of an instruction in a store.
 *
 * - `waiting`: the store has it, and doesn't know its own menu yet.
 * - `done`: it is carried out.
 * - `partly`: a part of it is; `missing` says what isn't.
 * - `not-found`: the store has nothing of that name.
 * - `refused`: people there don't accept changes from the chain, or a setup file holds the setting.
 * - `too-old`: it was sent too long ago.
 * - `failed`: the store couldn't save it.
 */
export const instructionStates = [
  'waiting',
  'done',
  'partly',
  'not-found',
  'refused',
  'too-old',
  'failed',
] as const
export type InstructionState = (typeof instructionStates)[number]

/** What a store says about an instruction. */
export interface InstructionOutcome {
  state: InstructionState
  /** How many items it sold out or put back on sale. */
  items: number
  /** How many of them the platform has confirmed so far; all once the chain has ended it. */
  confirmed: number
  /** How many of them somebody in the store has changed since; none once the chain has ended it. */
  changed: number
  /** Names that the store doesn't have, and settings that it didn't take: the first few. */
  missing: string[]
}

/**
 * A store with this outcome has done what it can, or will. With any other it may be sent the same
 * instruction again.
 */
export const isSettled = (state: InstructionState): boolean =>
  state === 'done' || state === 'partly' || state === 'waiting'

/** How many names an outcome has at most, and how long each is. */
export const maxMissing = 3
export const maxMissingName = 60

/** A store reports the outcomes of its last instructions. */
export const maxOutcomes = 10

/** An instruction that was sent longer ago is not carried out. */
export const maxWayMs = 7 * 24 * 3_600_000

/**
 * Settings that only the store itself changes: whether it listens to its chain and shows it money,
 * who reaches it, and what it connects to.
 */
const ownSettings: ReadonlySet<string> = new Set([
  'chainInstructions',
  'chainFigures',
  'webhookAddress',
  'webhookPort',
  'webhookHosts',
  'publicEventsAddress',
  'anyPrinterAddress',
])

/** The restaurant's settings that a chain may set, with their rules. */
export const chainSettings = valuedRows('restaurant').filter(([name]) => !ownSettings.has(name))
