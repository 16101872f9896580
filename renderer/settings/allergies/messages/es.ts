import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  allergySetup: {
    word: 'Tu palabra',
    wordHint:
      'Kiwi también encuentra kiwis. Un * al final vale por cualquier terminación: lact*. Varias palabras tienen que ir seguidas.',
    add: 'Agregar',
    own: 'Tus palabras',
    none: 'No tienes palabras propias. Kitchen Pass conoce las de abajo.',
    remove: 'Quitar {word}',
    unfit: 'Usa de 2 a 40 letras. Sin números, y un * solo al final.',
    known: '“{word}” ya está en tu lista.',
    full: 'Es el máximo: {n} palabras. Quita una para agregar otra.',
    builtIn: 'Palabras que Kitchen Pass conoce',
    anyEnding:
      'Un * vale por cualquier terminación. Las tildes, las mayúsculas y los plurales no importan.',
  },
  allergyKinds: {
    always: 'Siempre',
    named: 'Si un cliente la nombra',
    refused: 'Si un cliente no la quiere',
    refusals: 'Palabras que rechazan',
  },
} satisfies MessagesLike<typeof en>
