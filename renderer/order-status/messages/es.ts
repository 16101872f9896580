import type { MessagesLike } from '../../locales/message-table.ts'
import type en from './en.ts'

export default {
  orderStatus: {
    title: 'Estado de pedidos',
    preparing: 'En preparación',
    ready: 'Listos',
    empty: 'No hay pedidos en este momento',
    more: '{n} más | {n} más',
    outdated: 'Sin actualizar',
    outdatedText: 'Pregunta en el mostrador.',
    soundOn: 'Activar sonido',
    leave: 'Salir',
    leaveTitle: '¿Salir del estado de pedidos?',
    leaveText: 'Esta pantalla pasa a tener el rol Cocina y muestra los pedidos de la cocina.',
    leaveYes: 'Salir del estado de pedidos',
    stay: 'Quedarse',
  },
} satisfies MessagesLike<typeof en>
