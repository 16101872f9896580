import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  wallKeys: {
    cards: 'Marcar como pronta a comanda 1 a 10',
    move: 'Andar entre as comandas',
    activate: 'Marcar como pronta a comanda escolhida',
    card: 'Marcar como pronta a comanda {n}',
    nextPage: 'Próxima página',
    previousPage: 'Página anterior',
    undo: 'Desfazer a última',
    detail: 'Detalhes do pedido escolhido',
    soldOut: 'Marcar como esgotado o item escolhido (ou segurá-lo)',
    recall: 'Reabrir',
    scheduled: 'Pedidos agendados',
    allDay: 'Totais do dia',
    keys: 'Ver todas as teclas',
  },
  keyNames: {
    Enter: 'Enter',
    Space: 'Espaço',
    PageDown: 'Page Down',
    PageUp: 'Page Up',
    Home: 'Home',
    End: 'End',
    Insert: 'Insert',
    Delete: 'Delete',
    Backspace: 'Backspace',
  },
} satisfies MessagesLike<typeof en>
