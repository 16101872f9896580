import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  help: {
    back: 'Voltar',
    contents: 'Todos os tópicos',
    inEnglish: 'A ajuda está em inglês.',
    tour: 'Fazer o tour',
  },
} satisfies MessagesLike<typeof en>
