import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  search: {
    field: '¿Qué buscas?',
    clear: 'Borrar',
    results: 'Resultados',
    count: '{n} resultado | {n} resultados',
    nothing: 'Sin resultados para «{text}»',
    nothingText:
      'Se buscó en: {kinds}. Prueba con un código, el comienzo de un nombre o un teléfono.',
    busy: 'Todavía se busca en: {kinds}',
    failed: 'No se pudo buscar en: {kinds}.',
    cutOff: 'Sin conexión con el computador de la cocina.',
    showAll: 'Ver todo en {room}',
    move: 'Moverse',
    open: 'Abrir',
    close: 'Cerrar',
  },
  searchKind: {
    tickets: 'Comandas abiertas',
    pastTickets: 'Comandas anteriores',
    dishes: 'Platos y opciones',
    reservations: 'Reservas',
    guests: 'Clientes',
    settings: 'Ajustes',
    rooms: 'Secciones',
  },
} satisfies MessagesLike<typeof en>
