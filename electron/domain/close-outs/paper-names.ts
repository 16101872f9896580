import { noMethod } from '#contract/payments.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import type { Voice } from './voice.ts'

/** The number of each id, by its place. */
const numbersOf = (ids: Iterable<string>): ReadonlyMap<string, number> =>
  new Map([...new Set(ids)].map((id, place) => [id, place + 1]))

/** What things are called on paper: as the platform or a person named them, else by a number. Never by an id. */
export function namesOf({ count, figures, overShort }: CloseOut, { say }: Voice) {
  const called = new Map(count.registers.map(({ id, name }) => [id, name]))
  const registers = numbersOf([...count.registers, ...figures.registers].map(({ id }) => id))
  const methods = numbersOf(
    [...figures.byMethod, ...overShort]
      .filter(({ methodId, name }) => methodId !== noMethod.id && name === '')
      .map(({ methodId }) => methodId),
  )
  const people = numbersOf(
    figures.byPerson.map(({ personId }) => personId).filter((id) => id !== ''),
  )
  return {
    register: (id: string): string =>
      called.get(id) || say('numberedRegister', { n: registers.get(id) ?? registers.size + 1 }),
    method({ methodId, name }: { methodId: string; name: string }): string {
      if (methodId === noMethod.id) return say('noMethod')
      return name || say('numberedMethod', { n: methods.get(methodId) ?? methods.size + 1 })
    },
    person({ personId, name, number }: CloseOut['figures']['byPerson'][number]): string {
      if (personId === '') return say('nobody')
      return name || say('numberedPerson', { n: number ?? people.get(personId) ?? 0 })
    },
  }
}
