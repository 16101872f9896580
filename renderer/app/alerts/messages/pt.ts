import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  alerts: {
    guesses: 'PINs errados em {screen}',
    guessesText:
      '{n} PIN errado. Depois de cinco, essa tela fica bloqueada por um tempo. As outras continuam funcionando. | {n} PINs errados. Depois de cinco, essa tela fica bloqueada por um tempo. As outras continuam funcionando.',
    noName: 'uma tela sem nome',
    printerAway: 'Sem conexão com {printer}',
    printerNoPaper: '{printer} está sem papel',
    printerCoverOpen: 'A tampa de {printer} está aberta',
    printerPaused: '{printer} está em pausa',
    printAnyway: 'Imprimir mesmo assim',
    paperWaits: '{n} para imprimir | {n} para imprimir',
  },
  opening: {
    title: 'Abertura do restaurante: {time}.',
    opened: 'O restaurante abriu: {time}.',
    still:
      '{n} item continua esgotado até segunda ordem. | {n} itens continuam esgotados até segunda ordem.',
    backAll: 'Voltar a vender tudo',
    choose: 'Escolher…',
    leave: 'Manter esgotados',
  },
} satisfies MessagesLike<typeof en>
