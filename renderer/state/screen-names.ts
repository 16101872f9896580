import { fold } from '#contract/shared/fold.ts'

/** Whether another screen has this name. Case and accents don't tell two names apart. */
export const isNameTaken = (name: string, others: readonly string[]): boolean =>
  fold(name) !== '' && others.some((other) => fold(other) === fold(name))

/** The name itself if it is free, else with the first free number: "Kitchen 2". */
export function freeName(name: string, others: readonly string[]): string {
  let free = name
  for (let nth = 2; isNameTaken(free, others); nth++) free = `${name} ${String(nth)}`
  return free
}

/** Names to choose from, each free: first those of the role, then others. */
export const suggestNames = (names: readonly string[], others: readonly string[]): string[] => [
  ...new Set(names.map((name) => freeName(name, others))),
]
