import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'stock-refused':
      'A plataforma recusou esta mudança | A plataforma recusou mudanças em {n} itens',
    'stock-unknown':
      'A mudança foi enviada, mas não confirmada | Mudanças em {n} itens sem confirmação',
    'stock-expired':
      'Conte de novo: o número não pôde ser enviado a tempo | Conte de novo {n} itens: os números não puderam ser enviados a tempo',
  },
  deliveryChoice: {
    'stock-mark-done': 'Deixar assim | Deixar os {n} assim',
  },
  deliveryName: {
    stock: 'Um item do cardápio',
  },
} satisfies MessagesLike<typeof en>
