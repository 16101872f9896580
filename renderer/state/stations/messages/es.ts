import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  ownStation: {
    rest: 'Todo lo demás',
    whole: 'Toda la cocina',
    more: '+{n} en {name}',
    left: '{name} faltan {n}',
    pack: 'Poner: {text}',
    shelf: 'Repisa {shelf}',
    expo: 'Pase',
    doneAt: '{name} ✓',
    allergy: 'Alergia allí: {text}',
    choose: 'Qué muestra esta pantalla',
    chooseText: 'Elige una o varias estaciones. Sin ninguna, muestra cada pedido completo.',
    shows: 'Esta pantalla muestra {names}',
    filter: 'Solo {names}',
    stateNew: '{name}: por hacer',
    stateStarted: '{name}: empezado {time}',
    stateDone: '{name}: hecho {time}',
    by: '{text}, {name}',
  },
} satisfies MessagesLike<typeof en>
