import { findSimilar } from '@optique/core/suggestion'

/** That there is no such name, with the one that was probably meant. */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  const [meant] = findSimilar(name, names)
  return `Unknown ${what} ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}
