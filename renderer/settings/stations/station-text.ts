import { isolateText } from '#contract/shared/isolate-text.ts'
import type { AppError } from '#contract/shared/result.ts'
import { expo, maxStations, type Station } from '#contract/stations/station.ts'
import { errorNote } from '../../locales/error-sentence.ts'
import { stationName } from '../../state/stations/station-name.ts'
import { say } from './messages.ts'

/** What a screen can show, by the names that people read. */
export const choicesOf = (stations: readonly Station[]): { id: string; name: string }[] => [
  ...stations.map((station) => ({ id: station.id, name: stationName(station) })),
  { id: expo, name: say('stationSetup.expo') },
]

/** What a screen shows, by the ids of its stations, or `expo`. */
export function shownText(stations: readonly Station[], shown: readonly string[]): string {
  if (shown.includes(expo)) return say('stationSetup.expo')
  const names = stations.filter(({ id }) => shown.includes(id)).map(stationName)
  return names.length === 0 ? say('stationSetup.whole') : names.map(isolateText).join(', ')
}

/** Why the host refused a change of stations, and what to do. */
export function stationErrorNote(error: AppError): { sentence: string; details: string | null } {
  const { code, detail } = error
  if (code === 'not-found') return { sentence: say('stationSetup.gone'), details: null }
  if (code === 'bad-input' && detail === 'stations')
    return { sentence: say('stationSetup.full', { n: maxStations }), details: null }
  if (code === 'bad-input' && detail === 'rules')
    return { sentence: say('stationSetup.tooManyRules'), details: null }
  return errorNote(error)
}
