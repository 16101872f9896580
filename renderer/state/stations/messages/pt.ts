import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  ownStation: {
    rest: 'Todo o resto',
    whole: 'Cozinha toda',
    more: '+{n} em {name}',
    left: '{name} faltam {n}',
    pack: 'Incluir: {text}',
    shelf: 'Prateleira {shelf}',
    expo: 'Passe',
    doneAt: '{name} ✓',
    allergy: 'Alergia ali: {text}',
    choose: 'O que esta tela mostra',
    chooseText: 'Escolha uma ou mais praças. Sem nenhuma, mostra cada pedido completo.',
    shows: 'Esta tela mostra {names}',
    filter: 'Só {names}',
    stateNew: '{name}: a fazer',
    stateStarted: '{name}: começou {time}',
    stateDone: '{name}: feito {time}',
    by: '{text}, {name}',
  },
} satisfies MessagesLike<typeof en>
