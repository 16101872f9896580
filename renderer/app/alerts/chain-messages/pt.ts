import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  chainAlerts: {
    soldOut: 'A rede marcou como esgotado: {name}',
    wantsSoldOut: 'A rede quer marcar como esgotado: {name}',
    onSale: 'A rede marcou como disponível de novo: {name}',
    wantsOnSale: 'A rede quer marcar como disponível de novo: {name}',
    onSaleUnnamed: 'A rede marcou itens como disponíveis de novo',
    wantsOnSaleUnnamed: 'A rede quer marcar itens como disponíveis de novo',
    profile: 'A rede mudou os ajustes',
    wantsProfile: 'A rede quer mudar os ajustes',
  },
} satisfies MessagesLike<typeof en>
