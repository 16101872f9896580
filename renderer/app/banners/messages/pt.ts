import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  practice: {
    title: 'Loja de treino',
    text: 'Estes pedidos são inventados. Teste à vontade.',
    connect: 'Conecte sua loja',
  },
} satisfies MessagesLike<typeof en>
