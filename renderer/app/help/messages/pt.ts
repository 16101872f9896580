import type { MessagesLike } from '../../../locales/message-table.ts'
import type { en } from './en.ts'

export const pt: MessagesLike<typeof en> = {
  help: {
    back: 'Voltar',
    contents: 'Todos os tópicos',
    inEnglish: 'A ajuda está em inglês.',
  },
}
