import { shallowRef } from 'vue'
import type { TimeFormat } from '#contract/settings/fields.ts'

/**
 * How this screen writes times: as the restaurant has chosen (state/settings.ts). Reading it in a
 * render tracks it.
 */
export const timeFormat = shallowRef<TimeFormat>('24-hour')
