import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  networkAlerts: {
    waiting: 'Una pantalla nueva quiere conectarse | {n} pantallas nuevas quieren conectarse',
    waitingText: 'Da acceso solo si la conoces. Necesitas el código que muestra.',
    readyElsewhere:
      '{n} pedido marcado listo en otro lugar | {n} pedidos marcados listos en otro lugar',
    readyElsewhereText:
      '{codes}. Se hizo en la plataforma, o hay otro Kitchen Pass para esta tienda. Dos envían cada cambio dos veces: cierra uno.',
  },
} satisfies MessagesLike<typeof en>
