import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  wallKeys: {
    cards: 'Marcar lista la comanda 1 a 10',
    move: 'Moverse entre comandas',
    activate: 'Marcar lista la comanda elegida',
    card: 'Marcar lista la comanda {n}',
    nextPage: 'Página siguiente',
    previousPage: 'Página anterior',
    undo: 'Deshacer la última',
    detail: 'Detalles del pedido elegido',
    soldOut: 'Marcar como agotado el artículo elegido (o mantenerlo apretado)',
    recall: 'Recuperar',
    scheduled: 'Pedidos programados',
    allDay: 'Totales',
    keys: 'Ver todas las teclas',
  },
  keyNames: {
    Enter: 'Intro',
    Space: 'Espacio',
    PageDown: 'Av Pág',
    PageUp: 'Re Pág',
    Home: 'Inicio',
    End: 'Fin',
    Insert: 'Insert',
    Delete: 'Supr',
    Backspace: 'Retroceso',
  },
} satisfies MessagesLike<typeof en>
