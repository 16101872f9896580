import type { MessagesLike } from '../../../locales/message-table.ts'
import type { en } from './en.ts'

export const es: MessagesLike<typeof en> = {
  wallKeys: {
    cards: 'Marcar lista la primera a la décima tarjeta',
    move: 'Moverse entre tarjetas',
    activate: 'Marcar lista la elegida',
    card: 'Marcar lista la tarjeta {n}',
    nextPage: 'Página siguiente',
    previousPage: 'Página anterior',
    undo: 'Deshacer la última',
    detail: 'Detalles del pedido elegido',
    soldOut: 'Agotar el ítem elegido (o mantenerlo apretado)',
    recall: 'Recuperar',
    scheduled: 'Programados',
    allDay: 'Acumulado',
    keys: 'Mapa de las teclas',
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
}
