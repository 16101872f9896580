import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  alerts: {
    guesses: 'PIN incorrectos en {screen}',
    guessesText:
      '{n} PIN incorrecto. Después de cinco, esa pantalla se bloquea por un rato. Las demás siguen funcionando. | {n} PIN incorrectos. Después de cinco, esa pantalla se bloquea por un rato. Las demás siguen funcionando.',
    noName: 'una pantalla sin nombre',
    printerAway: 'No hay conexión con {printer}',
    printerNoPaper: '{printer} no tiene papel',
    printerCoverOpen: 'La tapa de {printer} está abierta',
    printerPaused: '{printer} está en pausa',
    printAnyway: 'Imprimir igual',
    paperWaits: '{n} por imprimir | {n} por imprimir',
  },
  opening: {
    title: 'Apertura del restaurante: {time}.',
    opened: 'El restaurante abrió: {time}.',
    still:
      '{n} artículo sigue agotado hasta nuevo aviso. | {n} artículos siguen agotados hasta nuevo aviso.',
    backAll: 'Volver a vender todo',
    choose: 'Elegir…',
    leave: 'Dejar agotados',
  },
} satisfies MessagesLike<typeof en>
