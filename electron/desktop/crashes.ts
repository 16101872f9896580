/** A wish of the person who started it that no later start may repeat. */
const onceOnly = '--reset-pin'
const flag = '--crashed-at='

/** So many within this time are a loop, which another start does not end. */
export const mostCrashes = 5
export const crashesWithinMs = 5 * 60_000

/**
 * When the app ended by an error lately, epoch milliseconds: each start hands it to the next on the command line, which
 * takes no disk.
 */
export const crashesBefore = (argv: readonly string[]): number[] =>
  argv
    .filter((argument) => argument.startsWith(flag))
    .flatMap((argument) => argument.slice(flag.length).split(','))
    .map(Number)
    .filter(Number.isSafeInteger)

/** Those that count at `now`: what is dated ahead of it is from before somebody set the clock back. */
export const crashesLately = (crashes: readonly number[], now: number): number[] =>
  crashes.filter((at) => at <= now && now - at < crashesWithinMs)

/** The arguments for the start after a crash. */
export const argumentsAfter = (argv: readonly string[], crashes: readonly number[]): string[] => [
  ...argv.slice(1).filter((argument) => argument !== onceOnly && !argument.startsWith(flag)),
  `${flag}${crashes.join(',')}`,
]
