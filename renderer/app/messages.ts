import { addFirstMessages } from '../locales/i18n.ts'
import type en from './messages/en.json'

export const say = await addFirstMessages<typeof en>(
  import.meta.glob('./messages/*.json', { import: 'default' }),
)
