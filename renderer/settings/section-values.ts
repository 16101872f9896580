import type { SectionId } from '#contract/settings/table.ts'
import type { Updates } from '#contract/updates/updates.ts'
import { restStation } from '#contract/stations/station.ts'
import { hostNow } from '../clock/host-clock.ts'
import { readableTime } from '../clock/times.ts'
import { shortWhen } from '../clock/when.ts'
import { language, languageName } from '../locales/i18n.ts'
import { choiceName, onOff, valueWithUnit } from '../locales/settings/setting-text.ts'
import { useHostQuery } from '../state/host-query.ts'
import { useStatus } from '../state/health/status.ts'
import { usePreferences } from '../state/preferences.ts'
import { useScreens } from '../state/screens.ts'
import { useSettings } from '../state/settings.ts'
import { useStations } from '../state/stations/stations.ts'
import { say } from './messages.ts'

const parts = (...texts: (string | false)[]): string => texts.filter(Boolean).join(' · ')

function updateText({ state, way }: Updates): string {
  if ('version' in state && state.version !== null)
    return say('sectionValue.version', { version: state.version })
  return state.is === 'newest' && way !== 'by-hand' ? say('sectionValue.newest') : ''
}

/** What each section is set to, in one short text; empty where there is none or it isn't known yet. */
export function useSectionValues(): (id: SectionId) => string {
  const shared = useSettings()
  const own = usePreferences()
  const screens = useScreens()
  const stations = useStations()
  const status = useStatus()
  const asked = () => (screens.isManager ? {} : null)
  const { data: printers } = useHostQuery('printers.get', asked)
  const { data: network } = useHostQuery('network.get', asked)
  const { data: updates } = useHostQuery('updates.get', asked)

  const texts: Readonly<Record<SectionId, () => string>> = {
    'this-screen': () => screens.name || say('sectionValue.noName'),
    appearance: () =>
      parts(
        own.preferences.theme !== 'system' && choiceName('theme', own.preferences.theme),
        languageName(language()),
      ),
    wall() {
      const { wallSize: size, wallColumns: n } = own.preferences
      return parts(
        say('sectionValue.size', { size }),
        n !== null && say('sectionValue.columns', { n }),
      )
    },
    stations() {
      const n = stations.stations.filter(({ id }) => id !== restStation).length
      return n === 0 ? say('sectionValue.none') : say('sectionValue.stations', { n })
    },
    'kitchen-times': () =>
      shared.settings === null
        ? ''
        : say('sectionValue.amber', {
            share: valueWithUnit('amberShare', Math.round(shared.settings.amberShare * 100)),
          }),
    'preparation-time'() {
      if (shared.settings === null) return ''
      const { automaticPreparation, automaticLeast: from, automaticMost: to } = shared.settings
      return say(automaticPreparation ? 'sectionValue.automatic' : 'sectionValue.byHand', {
        from,
        to,
      })
    },
    sounds: () =>
      parts(
        onOff(own.preferences.soundOn),
        own.preferences.soundOn &&
          valueWithUnit('volume', Math.round(own.preferences.volume * 100)),
      ),
    keys() {
      const n = Object.keys(own.preferences.wallKeys).length
      return n === 0 ? say('sectionValue.usual') : say('sectionValue.changed', { n })
    },
    reservations: () =>
      shared.settings === null ? '' : valueWithUnit('tableMinutes', shared.settings.tableMinutes),
    'close-out': () =>
      shared.settings === null
        ? ''
        : say('sectionValue.dayFrom', {
            time: readableTime(shared.settings.businessDayBorder, language()),
          }),
    screens() {
      const { all, hasPin } = screens.screens ?? {}
      return parts(
        all != null && all.length > 0 && say('sectionValue.screens', { n: all.length }),
        hasPin === false && say('sectionValue.noPin'),
      )
    },
    printers() {
      const list = printers.value?.printers
      if (list === undefined) return ''
      if (list.length > 1) return say('sectionValue.printers', { n: list.length })
      return list[0]?.name ?? say('sectionValue.none')
    },
    network() {
      if (!network.value?.isPossible) return ''
      const { isAllowed, waiting } = network.value
      return isAllowed && waiting.length > 0
        ? say('sectionValue.waiting', { n: waiting.length })
        : onOff(isAllowed)
    },
    connection: () =>
      status.practising ? say('sectionValue.practice') : (status.status?.store?.name ?? ''),
    backups() {
      const backup = status.status?.backup
      if (backup == null) return ''
      if (backup.failing) return say('sectionValue.failed')
      return backup.lastAt === null || status.timeZone === undefined
        ? say('sectionValue.none')
        : shortWhen(backup.lastAt, hostNow(), language(), status.timeZone)
    },
    data: () =>
      shared.settings === null ? '' : valueWithUnit('keepDays', shared.settings.keepDays),
    updates: () => (updates.value === null ? '' : updateText(updates.value)),
    about: () => updates.value?.version ?? '',
  }
  return (id) => texts[id]()
}
