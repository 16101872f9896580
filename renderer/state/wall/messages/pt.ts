import type { MessagesLike } from '../../../locales/message-table.ts'
import type { en } from './en.ts'

export const pt: MessagesLike<typeof en> = {
  wallKeys: {
    cards: 'Marcar pronto do primeiro ao décimo cartão',
    move: 'Andar entre os cartões',
    activate: 'Marcar pronto o escolhido',
    card: 'Marcar pronto o cartão {n}',
    nextPage: 'Próxima página',
    previousPage: 'Página anterior',
    undo: 'Desfazer o último',
    detail: 'Detalhes do pedido escolhido',
    soldOut: 'Esgotar o item escolhido (ou segurá-lo)',
    recall: 'Recuperar',
    scheduled: 'Agendados',
    allDay: 'Acumulado',
    keys: 'Mapa das teclas',
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
}
