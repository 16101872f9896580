import { computed, inject } from 'vue'
import { ArrowRight } from '@lucide/vue'
import { ranks, searchTerms } from '../../locales/match.ts'
import { useScreens } from '../../state/screens.ts'
import { rankIn, topResults, type SearchSource } from '../../state/search/search-source.ts'
import { addressOf, roomsKey } from '../../ui/page/room.ts'

/** The rooms of this screen's role; all of them before anything is typed. */
export const roomSource: SearchSource = {
  kind: 'rooms',
  use({ query }) {
    const screens = useScreens()
    const rooms = inject(roomsKey, [])
    const own = computed(() =>
      rooms
        .filter(({ roles }) => roles.includes(screens.role ?? 'kitchen'))
        .map((room) => ({ room, terms: searchTerms({ name: room.name() }) })),
    )
    return {
      found: computed(() => {
        const typed = query.value
        const rank = rankIn(typed, ({ terms }: (typeof own.value)[number]) => terms)
        return topResults(
          own.value,
          typed === null ? () => ranks.within : rank,
          ({ room }) => ({
            id: room.path,
            icon: room.icon ?? ArrowRight,
            title: room.name(),
            detail: '',
            to: addressOf(room),
          }),
          own.value.length,
        )
      }),
    }
  },
}
