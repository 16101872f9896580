import { computed } from 'vue'
import { SlidersHorizontal } from '@lucide/vue'
import { language } from '../locales/i18n.ts'
import { fold } from '#contract/shared/fold.ts'
import { ranks, rankOfText } from '../locales/match.ts'
import { topResults, type SearchSource } from '../state/search/search-source.ts'
import { usePreferences } from '../state/preferences.ts'
import { useSettings } from '../state/settings.ts'
import {
  findSettings,
  sectionPath,
  useShownSettings,
  wayToSetting,
  type Setting,
} from './catalogue.ts'
import { rowTexts, valueText } from '../locales/settings/setting-text.ts'

/** Each setting, also by its other names, as the search in Settings finds it. */
export const settingSource: SearchSource = {
  kind: 'settings',
  at: '/setup',
  use({ query }) {
    const settings = useShownSettings()
    const shared = useSettings()
    const own = usePreferences()
    function valueOf({ id, row }: Setting): string {
      const values = row.of === 'screen' ? own.preferences : shared.settings
      const value = new Map<string, unknown>(Object.entries(values ?? {})).get(id)
      return value === undefined ? '' : valueText(id, value)
    }
    return {
      found: computed(() => {
        const typed = query.value
        const matching = typed && findSettings(settings.value, typed.text, language())
        return topResults(
          matching ?? [],
          ({ id }) => typed && (rankOfText(fold(rowTexts(id).name), typed) ?? ranks.within),
          (setting) => ({
            id: setting.id,
            icon: SlidersHorizontal,
            title: rowTexts(setting.id).name,
            detail: [sectionPath(setting.section), valueOf(setting)].filter(Boolean).join(' · '),
            to: wayToSetting(setting),
          }),
        )
      }),
    }
  },
}
