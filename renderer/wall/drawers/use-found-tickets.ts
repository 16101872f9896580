import { toValue, type MaybeRefOrGetter } from 'vue'
import { useHostQuery } from '../../state/host-query.ts'

const maxSearch = 80

/** Open and past tickets that the host finds. `text` is what was typed, once typing pauses. */
export function useFoundTickets(text: MaybeRefOrGetter<string>) {
  const input = () => {
    const searchText = toValue(text).slice(0, maxSearch).trim()
    return searchText === '' ? null : { text: searchText }
  }
  return useHostQuery('tickets.search', input, { keep: true })
}
