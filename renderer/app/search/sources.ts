import { dishSource } from '../../board/search-source.ts'
import { guestSource } from '../../guests/search-source.ts'
import { reservationSource } from '../../reservations/search-source.ts'
import { settingSource } from '../../settings/search-source.ts'
import type { SearchSource } from '../../state/search/search-source.ts'
import { openTicketSource, pastTicketSource } from '../../wall/search-source.ts'
import { roomSource } from './room-source.ts'

/** Everything that the search looks in, in the order in which it is shown: first what this screen knows. */
export const searchSources: readonly SearchSource[] = [
  openTicketSource,
  dishSource,
  roomSource,
  settingSource,
  pastTicketSource,
  reservationSource,
  guestSource,
]
