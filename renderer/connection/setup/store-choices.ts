import type { TokenView } from '#contract/connection/connection.ts'
import { language } from '../../locales/i18n.ts'

/** What people call a time zone, such as "Chile Time"; empty if the system doesn't know it. */
function zoneName(timeZone: string): string {
  try {
    const format = new Intl.DateTimeFormat(language(), { timeZone, timeZoneName: 'longGeneric' })
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}

/** The stores by name. Two of the same name have their brand and time zone as a second line. */
export function storeChoices({ brand, stores }: Pick<TokenView, 'brand' | 'stores'>) {
  return stores.map(({ id, name, timeZone }) => {
    const isAlone = stores.every((other) => other.id === id || other.name !== name)
    const note = [brand, zoneName(timeZone)].filter((text) => text !== '').join(' · ')
    return { value: id, label: name, ...(isAlone ? {} : { note }) }
  })
}
