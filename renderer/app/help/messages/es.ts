import type { MessagesLike } from '../../../locales/message-table.ts'
import type { en } from './en.ts'

export const es: MessagesLike<typeof en> = {
  help: {
    back: 'Volver',
    contents: 'Todos los temas',
    inEnglish: 'La ayuda está en inglés.',
  },
}
