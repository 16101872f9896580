import { languages } from '../../shared/languages.ts'
import { timeFormats } from '../fields.ts'
import { choice, section } from '../row.ts'

export const appearance = section({
  language: choice([null, ...languages], {
    of: 'screen',
    default: null,
  }),
  theme: choice(['system', 'light', 'dark'], {
    of: 'screen',
    default: 'system',
  }),
  timeFormat: choice(timeFormats, {
    of: 'restaurant',
    default: '24-hour',
  }),
})
