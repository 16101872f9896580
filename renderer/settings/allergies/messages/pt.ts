import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  allergySetup: {
    word: 'Sua palavra',
    wordHint:
      'Kiwi também encontra kiwis. Um * no fim vale por qualquer terminação: lact*. Várias palavras precisam vir em seguida.',
    add: 'Adicionar',
    own: 'Suas palavras',
    none: 'Você não tem palavras próprias. O Kitchen Pass conhece as de baixo.',
    remove: 'Remover {word}',
    unfit: 'Use de 2 a 40 letras. Sem números, e um * só no fim.',
    known: '“{word}” já está na sua lista.',
    full: 'É o máximo: {n} palavras. Remova uma para adicionar outra.',
    builtIn: 'Palavras que o Kitchen Pass conhece',
    anyEnding:
      'Um * vale por qualquer terminação. Acentos, maiúsculas e plurais não fazem diferença.',
  },
  allergyKinds: {
    always: 'Sempre',
    named: 'Quando um cliente cita',
    refused: 'Quando um cliente não quer',
    refusals: 'Palavras que recusam',
  },
} satisfies MessagesLike<typeof en>
