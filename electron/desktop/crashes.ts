import type { Trouble } from '#host/page/trouble.ts'
import { isSetupFile } from './setup-files.ts'

/** An option for one start, which later starts must not repeat. */
const onceOnly = '--reset-pin'
const flag = '--crashed-at='

/** This many within this time are a loop, which another start doesn't end. */
export const maxCrashes = 5
export const crashesWithinMs = 5 * 60_000

/**
 * When the app ended with an error lately, in epoch ms. Each start passes it to the next on the
 * command line, which needs no disk.
 */
export const crashesBefore = (argv: readonly string[]): number[] =>
  argv
    .filter((argument) => argument.startsWith(flag))
    .flatMap((argument) => argument.slice(flag.length).split(','))
    .map(Number)
    .filter(Number.isSafeInteger)

/** The ones that count at `now`: later ones are from before the clock was set back. */
export const crashesLately = (crashes: readonly number[], now: number): number[] =>
  crashes.filter((at) => at <= now && now - at < crashesWithinMs)

/** What the window says about them at this start; null if there were none. */
export function crashTrouble(argv: readonly string[], now: number): Trouble | null {
  const lately = crashesLately(crashesBefore(argv), now)
  if (lately.length >= maxCrashes) return 'crash-loop'
  return lately.length > 0 ? 'restarted' : null
}

/** The arguments for the start after a crash; a setup file was offered already. */
export const argumentsAfter = (argv: readonly string[], crashes: readonly number[]): string[] => [
  ...argv
    .slice(1)
    .filter(
      (argument) => argument !== onceOnly && !argument.startsWith(flag) && !isSetupFile(argument),
    ),
  `${flag}${crashes.join(',')}`,
]
