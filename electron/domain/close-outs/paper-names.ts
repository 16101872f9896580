import type { CloseOut } from '#contract/shifts.ts'
import type { Voice } from './voice.ts'

type Word = 'numberedRegister' | 'numberedMethod' | 'numberedPerson'

/** What things are called on paper: as the platform or a person named them, else by a number. Never by an id. */
export function namesOf({ count, figures, overShort }: CloseOut, { say }: Voice) {
  const numbered = (word: Word, ids: readonly string[], id: string): string => {
    const place = ids.indexOf(id)
    return say(word, { n: place < 0 ? ids.length + 1 : place + 1 })
  }
  const registerIds = [...new Set([...count.registers, ...figures.registers].map(({ id }) => id))]
  const nameless = new Set(
    [...figures.byMethod, ...overShort]
      .filter(({ name }) => name === '')
      .map(({ methodId }) => methodId),
  )
  return {
    register: (id: string): string =>
      count.registers.find((each) => each.id === id)?.name ||
      numbered('numberedRegister', registerIds, id),
    method: ({ methodId, name }: { methodId: string; name: string }): string =>
      name || numbered('numberedMethod', [...nameless], methodId),
    person({ personId, name, number }: CloseOut['figures']['byPerson'][number]): string {
      if (personId === '') return say('nobody')
      const ids = figures.byPerson.map((each) => each.personId).filter((id) => id !== '')
      if (name !== undefined && name !== '') return name
      return number === undefined
        ? numbered('numberedPerson', ids, personId)
        : say('numberedPerson', { n: number })
    },
  }
}
