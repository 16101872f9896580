import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  help: {
    back: 'Volver',
    contents: 'Todos los temas',
    inEnglish: 'La ayuda está en inglés.',
    tour: 'Hacer el recorrido',
  },
} satisfies MessagesLike<typeof en>
