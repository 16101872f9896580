/** One flag of a command. Parsing, help and completion are made from it. */
export interface Flag {
  /** What follows it, as the help shows it. A flag without one is a switch. */
  readonly value?:
    | 'FILE'
    | 'FOLDER'
    | 'FOLDER|FILE'
    | 'CODE'
    | 'CODE|FILE'
    | 'ADDRESS'
    | 'ROLE'
    | 'URL'
    | 'ID'
    | 'PORT'
    | 'NAME'
    | 'N'
  /** May be given several times. */
  readonly repeats?: true
  /** The variable that says the same; shown in the help. */
  readonly variable?: string
  readonly text: string
}

export type Flags = Readonly<Record<string, Flag>>

export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]?: F[Name] extends { repeats: true }
    ? string[]
    : F[Name] extends { value: string }
      ? string
      : true
}

/** What may follow a command besides its flags. */
interface Operand {
  readonly name: string
  readonly isNeeded: boolean
  readonly text: string
  /** For the completion. */
  readonly choices?: readonly string[]
  /** Everything after it belongs to it, also what looks like a flag. */
  readonly takesRest?: true
}

/** What the arguments of a command may be. */
export interface Syntax<F extends Flags = Flags> {
  readonly flags: F
  readonly operand?: Operand
}

/** What a command was given. */
interface CommandInput<F extends Flags> {
  readonly values: FlagValues<F>
  readonly operand: string | null
  /** All of it as typed, without the command. */
  readonly args: readonly string[]
}

export interface Command extends Syntax {
  readonly summary: string
  /** More sentences for its help. */
  readonly notes?: string
  /** Runs it; resolves to its exit code, or to nothing while it goes on. */
  readonly run: (input: CommandInput<Flags>) => Promise<number | undefined>
}

/** Ties what a command gets to its flags. */
export const command = <F extends Flags>(
  defined: Omit<Command, 'flags' | 'run'> & {
    flags: F
    run: (input: CommandInput<F>) => Promise<number | undefined>
  },
): Command => defined as unknown as Command

/** A program with commands: how it is called, and what it is. */
export interface Program {
  readonly name: string
  readonly text: string
  readonly commands: Readonly<Record<string, Command>>
}
