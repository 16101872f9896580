import type { Flags, FlagValues } from './parse.ts'

/** What may follow a command besides its flags. */
interface Operand {
  readonly name: string
  readonly isNeeded: boolean
  readonly text: string
  /** For the completion. */
  readonly choices?: readonly string[]
}

/** What a command was given. */
interface Given<F extends Flags> {
  readonly values: FlagValues<F>
  readonly operand: string | null
  /** All of it as typed, without the command. */
  readonly args: readonly string[]
}

export interface Command {
  readonly summary: string
  readonly flags: Flags
  readonly operand?: Operand
  /** More sentences for its help. */
  readonly notes?: string
  /** Runs it; resolves to its exit code, or to nothing while it goes on. */
  readonly run: (given: Given<Flags>) => Promise<number | undefined>
}

/** Ties what a command gets to its flags. */
export const command = <F extends Flags>(
  defined: Omit<Command, 'flags' | 'run'> & {
    flags: F
    run: (given: Given<F>) => Promise<number | undefined>
  },
): Command => defined as unknown as Command
